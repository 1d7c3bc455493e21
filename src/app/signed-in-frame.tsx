import type { Session } from '../../sync/store/session-record.ts';
import { Shell } from './shell.tsx';
import { SignedIn } from './signed-in.tsx';

/** Everything that only signed-in people need, in one chunk. */
export function SignedInFrame({ session }: { session: Session }) {
  return (
    <SignedIn session={session}>
      <Shell />
    </SignedIn>
  );
}

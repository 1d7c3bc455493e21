import type { Session } from '../../sync/store/session-record.ts';
import { Shell } from './shell.tsx';
import { SignedIn } from './signed-in.tsx';

/** Everything that comes with signing in, in one chunk. */
export function SignedInFrame({ session }: { session: Session }) {
  return (
    <SignedIn session={session}>
      <Shell />
    </SignedIn>
  );
}

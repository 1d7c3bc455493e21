import type { ReactNode } from 'react';
import { useOnline } from '../../state/online.ts';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';

export interface OnlineSubmitButtonProps {
  /** Completes 'Connect to the internet to …'. */
  purpose: string;
  isBusy: boolean;
  children: ReactNode;
}

/** The submit button of a form that goes straight to the server. Its data is never queued. */
export function OnlineSubmitButton({ purpose, isBusy, children }: OnlineSubmitButtonProps) {
  const isOnline = useOnline((state) => state.isOnline);
  return (
    <OnlineOnlyButton isOnline={isOnline} purpose={purpose} type="submit" fullWidth size="lg" loading={isBusy}>
      {children}
    </OnlineOnlyButton>
  );
}

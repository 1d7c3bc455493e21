import { Button, Stack, Text, type ButtonProps } from '@mantine/core';
import { useId, type ButtonHTMLAttributes } from 'react';

/** Returns the message beside an action that needs the network. @param purpose such as 'log in', 'change the PIN' */
export const offlineText = (purpose: string): string => `You are offline. Connect to the internet to ${purpose}.`;

export interface OnlineOnlyButtonProps
  extends ButtonProps, Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps> {
  isOnline: boolean;
  /** Completes 'Connect to the internet to …'. */
  purpose: string;
}

/** A button for an action that needs the network. Offline it is disabled and says why. */
export function OnlineOnlyButton({ isOnline, purpose, disabled = false, ...props }: OnlineOnlyButtonProps) {
  const reasonId = useId();
  return (
    <Stack gap="xs">
      <Text id={reasonId} aria-live="polite" hidden={isOnline}>
        {isOnline ? '' : offlineText(purpose)}
      </Text>
      <Button {...props} disabled={disabled || !isOnline} {...(isOnline ? {} : { 'aria-describedby': reasonId })} />
    </Stack>
  );
}

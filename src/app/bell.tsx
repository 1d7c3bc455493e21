import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useOrderAlerts } from '../state/order-alerts.ts';
import { showFailure } from '../state/toasts.ts';
import { chunk, WhenFetched } from '../ui/chunk.tsx';
import { CountBadge, countDescription, countText } from '../ui/count-badge.tsx';

// Mantine's Popover and its dependencies are as large as a screen: they are loaded on the first tap, not before the
// first screen.
const notifications = chunk(async () => (await import('./notifications.tsx')).Notifications);

/** The bell in the top bar, with the number of unread orders (R-SHELL-05). */
export function Bell() {
  const [isOpen, setOpen] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ask = () => {
    setAsked(true);
    setOpen((was) => !was);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const unreadCount = useOrderAlerts((alerts) => alerts.unreadCount);
  const bell = (
    <ActionIcon
      ref={button}
      // The accessible name begins with the visible words, for people who use voice control.
      aria-label={unreadCount === 0 ? 'Notifications' : `Notifications ${countText(unreadCount)}`}
      aria-description={countDescription(unreadCount)}
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      onClick={ask}
      className="k-counted"
    >
      <IconBell size={24} aria-hidden />
      <CountBadge count={unreadCount} />
    </ActionIcon>
  );
  if (!wasAsked) return bell;
  return (
    <WhenFetched
      part={notifications}
      props={{ isOpen, onClose: close, target: bell }}
      fallback={bell}
      onFailed={() => {
        setAsked(false);
        setOpen(false);
        showFailure('The notifications could not be loaded', 'Check your connection and try again.');
      }}
    />
  );
}

import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';

// Popover and what it stands on weigh as much as a screen: they come with the first tap, not before the first screen.
const Notifications = lazy(async () => ({ default: (await import('./notifications.tsx')).Notifications }));

/** R-SHELL-05. */
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
  const bell = (
    <ActionIcon ref={button} aria-label="Notifications" aria-expanded={isOpen} aria-haspopup="dialog" onClick={ask}>
      <IconBell size={24} aria-hidden />
    </ActionIcon>
  );
  if (!wasAsked) return bell;
  return (
    <Suspense fallback={bell}>
      <Notifications isOpen={isOpen} onClose={close} target={bell} />
    </Suspense>
  );
}

import { Alert, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

/**
 * Says why a form was not saved (R-SUPP-15, R-SUPP-16, R-PUR-31, M23). It scrolls into view, because the form may be
 * long.
 */
export function SaveFailure({ message }: { message: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'center' }), [message]);
  if (message === null) return null;
  return (
    <Alert ref={box} color="red" role="alert" icon={<IconAlertCircle size={20} aria-hidden />}>
      <Text>{message}</Text>
    </Alert>
  );
}

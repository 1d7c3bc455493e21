import { Button, Group, Text } from '@mantine/core';
import { useId } from 'react';
import type { Printing } from './use-receipt.ts';

/** Asks whether paper came out, because the print dialog does not report it (X-TYPE-52). */
export function DidItPrint({ answer }: Pick<Printing, 'answer'>) {
  const question = useId();
  if (answer === null) return null;
  return (
    <Group className="k-arrives" role="group" aria-labelledby={question} gap="xs" wrap="nowrap">
      <Text id={question} role="status" flex={1}>
        Did it print?
      </Text>
      <Button variant="default" onClick={() => answer(true)}>
        Yes
      </Button>
      <Button variant="default" onClick={() => answer(false)}>
        No
      </Button>
    </Group>
  );
}

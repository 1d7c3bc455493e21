import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPrinterOff } from '@tabler/icons-react';
import { NOT_PRINTED } from '../printer/printer-words.ts';
import type { Printing } from './use-receipt.ts';

/** Says why the receipt was not printed, with the two ways to go on (R-PRN-20). */
export function PrinterFailure({ printing }: { printing: Printing }) {
  if (printing.failure === null) return null;
  return (
    <Alert color="red" role="alert" p="sm" title={NOT_PRINTED} icon={<IconPrinterOff size={20} aria-hidden />}>
      <Text size="sm">The sale is saved. {printing.failure}</Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" onClick={printing.print}>
          Try again
        </Button>
        <Button variant="default" onClick={printing.printByDialog}>
          Use another printer
        </Button>
      </Group>
    </Alert>
  );
}

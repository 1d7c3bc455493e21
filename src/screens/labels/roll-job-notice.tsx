import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPrinterOff } from '@tabler/icons-react';
import type { PrinterSettings } from '../../platform/printer/printer-settings.ts';
import type { LabelPrinting } from './use-print-labels.ts';

interface RollJobNoticeProps {
  printing: LabelPrinting;
  printer: PrinterSettings | null;
}

/** Shows the progress of the printer. If it ended before the last label, shows why, and how to go on (R-PRN-38). */
export function RollJobNotice({ printing: { job, goOn, goOnByDialog, stop }, printer }: RollJobNoticeProps) {
  if (job === null) return null;
  const { sentCount, labels, failure, isGoingOn } = job;
  const left = labels.length - sentCount;
  const soFar = `${sentCount} of ${labels.length} labels were sent to the printer.`;
  if (isGoingOn)
    return (
      <Group justify="space-between" role="status">
        <Text className="k-figures">{soFar}</Text>
        <Button variant="default" onClick={stop}>
          Stop
        </Button>
      </Group>
    );
  return (
    <Alert
      color={failure === null ? 'yellow' : 'red'}
      role="alert"
      title={failure === null ? 'Printing was stopped' : 'Not all labels were printed'}
      icon={<IconPrinterOff size={20} aria-hidden />}
    >
      <Text size="sm">
        {failure} {soFar}
      </Text>
      <Group gap="xs" mt="xs">
        {printer !== null && (
          <Button variant="default" onClick={() => goOn(printer)}>
            {left === 1 ? 'Print the last one' : `Print the other ${left}`}
          </Button>
        )}
        <Button variant="default" onClick={goOnByDialog}>
          Use another printer
        </Button>
      </Group>
    </Alert>
  );
}

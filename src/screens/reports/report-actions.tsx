import { Button, Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { CSV_BYTE_ORDER_MARK, type CsvCell, csvLine } from '../../../domain/csv.ts';
import { saveFile } from '../../platform/save-file.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useReportReach } from './report-reach.tsx';

export interface ReportActionsProps {
  /** Without its ending. */
  fileName: string;
  /** The first line names the columns. */
  lines: () => readonly (readonly CsvCell[])[];
  timeZone: string;
}

/** The report as a file for a spreadsheet, with how complete it is at its end, and on paper (G29, M41). */
export function ReportActions({ fileName, lines, timeZone }: ReportActionsProps) {
  const reach = useReportReach(timeZone);
  const write = () => {
    try {
      const text = [...lines(), [reach.join(' · ')]].map(csvLine);
      saveFile(`${fileName}.csv`, new Blob([CSV_BYTE_ORDER_MARK, ...text], { type: 'text/csv;charset=utf-8' }));
      showSuccess('Exported', 'The file is where this browser puts downloads.');
    } catch {
      showFailure('Failed to export', 'The file could not be written. Please try again.');
    }
  };
  return (
    <Group grow gap="sm" className="k-report-controls">
      <Button variant="default" leftSection={<IconDownload size={20} aria-hidden />} onClick={write}>
        Export CSV
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
    </Group>
  );
}

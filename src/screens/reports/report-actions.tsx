import { Button, Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { CSV_BYTE_ORDER_MARK, type CsvCell, csvLine } from '../../../domain/text/csv.ts';
import { saved } from '../../parts/form/save.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { Arrival } from '../../ui/layer/arrival.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { readReportReach } from './report-reach.tsx';

export interface ReportActionsProps {
  /** The file's name without its extension. */
  fileName: string;
  /** Returns the lines of the file; the first one has the column names. */
  lines: () => readonly (readonly CsvCell[])[];
  timeZone: string;
  /** The first instant of a report on sales; absent if the file is about the present. */
  fromMs?: number;
}

/** Buttons that export the report as CSV, with a last line about how complete it is, and that print it (G29, M41). */
export function ReportActions({ fileName, lines, timeZone, fromMs }: ReportActionsProps) {
  const { run, database } = useReplica();
  const [writtenCount, setWrittenCount] = useState(0);
  const working = useOneAtATime(writtenCount);
  const write = () =>
    working.start(async () => {
      // Read before the export is noted: that note is a pending change too, but not one that the figures lack.
      const reach = await readReportReach(database, timeZone, fromMs ?? null).catch(() => null);
      if (reach === null) return showUnwritten();
      const noted = await saved(run('export.note', () => ({ what: 'report' }), null));
      if (!noted.ok) return showFailure('Failed to export', noted.reason);
      writeFile(reach);
      setWrittenCount((count) => count + 1);
      return SPENT;
    });
  const writeFile = (reach: string) => {
    try {
      const text = [...lines(), [reach]].map(csvLine);
      saveFile(`${fileName}.csv`, new Blob([CSV_BYTE_ORDER_MARK, ...text], { type: 'text/csv;charset=utf-8' }));
      showSuccess('Exported', 'The file is where this browser puts downloads.');
    } catch {
      showUnwritten();
    }
  };
  return (
    <>
      <Arrival key={writtenCount} />
      <Group grow gap="sm" className="k-report-controls">
        <Button
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          loading={working.isBusy}
          onClick={write}
        >
          Export CSV
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
    </>
  );
}

function showUnwritten(): void {
  showFailure('Failed to export', 'The file could not be written. Please try again.');
}

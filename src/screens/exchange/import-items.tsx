import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { CSV_BYTE_ORDER_MARK, csvLine } from '../../../domain/text/csv.ts';
import { seesCost } from '../../../domain/people/permission.ts';
import { type ImportColumn, importColumns } from '../../../domain/items/item-import.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { paths } from '../../parts/paths.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { ImportPreview } from './import-preview.tsx';
import { doneSentences, itemsText } from './import-words.ts';
import { type ItemImport, useItemImport } from './use-item-import.ts';
import { FileChoice } from '../../ui/form/file-choice.tsx';

/** The import at /items/import (G30): a person chooses a file, sees what is in it, and imports its valid lines. */
export function ImportItems() {
  usePageTitle('Import Items');
  const shop = useShop();
  const columns = importColumns(seesCost(useReplica().role));
  const { state, read, start } = useItemImport();
  const isImporting = state.step === 'importing';
  const result = useRef<HTMLDivElement>(null);
  // On a small phone the result is below the visible part: so it is scrolled into view.
  useEffect(() => {
    if (state.step !== 'none' && state.step !== 'reading') result.current?.scrollIntoView({ block: 'start' });
  }, [state.step]);
  return (
    <Screen>
      <StickyHeader backTo={paths.data} />
      <Card component="section" aria-labelledby="choose-file">
        <Stack gap="sm">
          <Title order={2} size="h4" id="choose-file">
            Choose a file
          </Title>
          <Text>
            A CSV or Excel (.xlsx) file, one item in a line. The first line names the columns:{' '}
            {columns.map(({ name }) => name).join(', ')}. Only Name and Selling price are required.
          </Text>
          <FileChoice
            accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            inputProps={{ 'aria-label': 'File' }}
            onChange={(file) => file && void read(file)}
          >
            {(props) => (
              <Button
                {...props}
                leftSection={<IconUpload size={20} aria-hidden />}
                disabled={isImporting}
                loading={state.step === 'reading'}
              >
                Choose file
              </Button>
            )}
          </FileChoice>
          <Button
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden />}
            onClick={() => saveFile('kaunta-items-example.csv', exampleFile(columns))}
          >
            Download an example
          </Button>
        </Stack>
      </Card>
      <div ref={result} />
      {state.step === 'refused' && (
        <Alert color="red" role="alert" title="Nothing was imported">
          {state.sentence}
        </Alert>
      )}
      {state.step === 'preview' && (
        <ImportPreview
          table={state.table}
          plan={state.plan}
          currency={shop.currency ?? 'UGX'}
          onImport={(choice) => start(state.table.rows, choice)}
        />
      )}
      <Progress state={state} />
      <LeaveGuard
        isDirty={isImporting}
        title="Import not finished"
        message="If you leave now, the items that are not in yet stay out. Choose the file again to go on."
      />
    </Screen>
  );
}

const EXAMPLE: Readonly<Partial<Record<ImportColumn, string | number>>> = {
  ...{ name: 'Sugar 1 kg', price: 4500, cost: 3900, stock: 20, sku: 'SUG-1', type: 'product' },
  ...{ unit: 'Kilogram', reorderLevel: 5, brand: 'Kakira' },
};

function exampleFile(columns: ReturnType<typeof importColumns>): Blob {
  const names = columns.map(({ name }) => name);
  const item = columns.map(({ column }) => EXAMPLE[column] ?? '');
  return new Blob([CSV_BYTE_ORDER_MARK, csvLine(names), csvLine(item)], { type: 'text/csv' });
}

function Progress({ state }: { state: ItemImport }) {
  switch (state.step) {
    case 'importing':
      return (
        <Card component="section" aria-label="Progress">
          <Text role="status">
            Imported {state.doneCount} of {itemsText(state.totalCount)}
          </Text>
          <progress aria-label="Imported" className="k-progress" value={state.doneCount} max={state.totalCount} />
        </Card>
      );
    case 'done':
      return (
        <Alert color="kaunta" role="status" title="Import finished">
          <Stack gap="sm">
            {doneSentences(state).map((sentence) => (
              <Text key={sentence}>{sentence}</Text>
            ))}
            <Button component={Link} to={paths.items}>
              Go to items
            </Button>
          </Stack>
        </Alert>
      );
    case 'stopped':
      return (
        <Alert color="red" role="alert" title="Import stopped">
          {state.reason === null ? '' : `${state.reason} `}
          Imported {state.doneCount} of {itemsText(state.totalCount)}. Choose the file again to go on: what is in
          already is left out.
        </Alert>
      );
    default:
      return null;
  }
}

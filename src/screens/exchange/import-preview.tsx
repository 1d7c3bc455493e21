import { Button, Card, Radio, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useState } from 'react';
import type { ItemTable } from '../../../domain/items/item-import.ts';
import { isChanged, type KnownRow, type OtherCodeRow } from '../../../domain/items/import-plan.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { groupLabel, valueText } from '../../parts/conflict/conflict-words.ts';
import { changesOf, importLabel, itemsText } from './import-words.ts';
import type { ImportChoice, PreviewedImport } from './use-item-import.ts';
import { shownMoney } from '../../ui/shown-money.ts';

/** Enough rows to see whether the columns were recognised, and enough problems to correct before the next try. */
const ROWS_SHOWN = 5;
const PROBLEMS_SHOWN = 50;
const KNOWN_SHOWN = 50;

export interface ImportPreviewProps extends PreviewedImport {
  currency: string;
  onImport: (choice: ImportChoice) => void;
}

/** Preview of a file: new items, items that exist already, and each line that cannot be imported, with the reason. */
export function ImportPreview({ table, plan, currency, onImport }: ImportPreviewProps) {
  const { unknownColumns } = table;
  const { added, known, otherCode } = plan;
  const problems = [...table.problems, ...plan.problems].sort((a, b) => a.line - b.line);
  const [updates, setUpdates] = useState(false);
  const [takesOtherCodes, setTakesOtherCodes] = useState(false);
  const addedCount = added.length + (takesOtherCodes ? otherCode.length : 0);
  const updatedCount = updates ? known.filter(isChanged).length : 0;
  return (
    <Card component="section" aria-labelledby="preview">
      <Stack gap="sm">
        <Title order={2} size="h4" id="preview">
          Preview
        </Title>
        <Text fw={600}>{itemsText(added.length)} can be imported.</Text>
        {unknownColumns.length > 0 && (
          <Text className="k-breakable">Columns that are not read: {unknownColumns.join(', ')}</Text>
        )}
        {added.length > 0 && (
          <Stack component="ul" aria-label="First items" className="k-plain-list" gap={4}>
            {added.slice(0, ROWS_SHOWN).map(({ line, item }) => (
              <li key={line}>
                <Text className="k-breakable">
                  {item.name}
                  {item.sku === null ? '' : ` · ${item.sku}`} · {shownMoney(item.priceMinor, currency)}
                  {item.trackStock ? ` · ${formatQuantity(item.initialStockHundredths)} in stock` : ''}
                </Text>
              </li>
            ))}
          </Stack>
        )}
        {known.length > 0 && <Known known={known} updates={updates} onUpdates={setUpdates} />}
        {otherCode.length > 0 && <OtherCodes rows={otherCode} isTaken={takesOtherCodes} onTaken={setTakesOtherCodes} />}
        {problems.length > 0 && <Problems problems={problems} />}
        <Button
          size="lg"
          disabled={addedCount + updatedCount === 0}
          onClick={() => onImport({ updates, takesOtherCodes })}
        >
          {importLabel(addedCount, updatedCount)}
        </Button>
      </Stack>
    </Card>
  );
}

const RADIO = { body: 'k-radio', label: 'k-radio-label' };

interface KnownProps {
  known: readonly KnownRow[];
  updates: boolean;
  onUpdates: (updates: boolean) => void;
}

/** Lines whose items exist: how each was recognised, and which values the file would change. */
function Known({ known, updates, onUpdates }: KnownProps) {
  const changed = known.filter(isChanged);
  // Items that differ come first: the others need no decision.
  const shown = [...changed, ...known.filter((row) => !isChanged(row))];
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {known.length === 1 ? '1 item is in your shop already' : `${itemsText(known.length)} are in your shop already`}
      </Title>
      {changed.length === 0 ? (
        <Text>Nothing in the file differs from them. They stay as they are.</Text>
      ) : (
        <Radio.Group
          aria-label="Items already in your shop"
          value={updates ? 'update' : 'leave'}
          onChange={(value) => onUpdates(value === 'update')}
        >
          <Stack gap={0}>
            <Radio size="md" classNames={RADIO} value="leave" label="Leave them as they are" />
            <Radio
              size="md"
              classNames={RADIO}
              value="update"
              label={`Update the ${changed.length === 1 ? 'one that differs' : `${changed.length} that differ`}, except the stock`}
            />
          </Stack>
        </Radio.Group>
      )}
      <Rows
        label="Already in your shop"
        rows={shown}
        countMax={KNOWN_SHOWN}
        renderRow={({ line, item, by, change }) => (
          <Line
            line={line}
            name={item.name}
            note={`Same ${by === 'sku' ? `SKU, ${item.sku ?? ''}` : 'name'}${item.isActive ? '' : ', archived'}`}
            sentences={changesOf(item, change).map(
              ({ field, before, after }) =>
                `${groupLabel(field)}: ${valueText(field, before)} → ${valueText(field, after)}`,
            )}
          />
        )}
      />
    </Stack>
  );
}

interface OtherCodesProps {
  rows: readonly OtherCodeRow[];
  isTaken: boolean;
  onTaken: (isTaken: boolean) => void;
}

/**
 * Lines with the name of an existing item but another code. The code may be mistyped, or it may be another item: a
 * person decides.
 */
function OtherCodes({ rows, isTaken, onTaken }: OtherCodesProps) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {rows.length === 1
          ? '1 item has the name of one in your shop, but another SKU'
          : `${itemsText(rows.length)} have the name of one in your shop, but another SKU`}
      </Title>
      <Radio.Group
        aria-label="Items with another SKU"
        value={isTaken ? 'new' : 'leave'}
        onChange={(value) => onTaken(value === 'new')}
      >
        <Stack gap={0}>
          <Radio size="md" classNames={RADIO} value="leave" label="They are the same: leave them out" />
          <Radio size="md" classNames={RADIO} value="new" label="They are others: import them as new items" />
        </Stack>
      </Radio.Group>
      <Rows
        label="Another SKU"
        rows={rows.map(({ row, item }) => ({ line: row.line, name: item.name, before: item.sku, read: row.item.sku }))}
        countMax={KNOWN_SHOWN}
        renderRow={({ line, name, before, read }) => (
          <Line
            line={line}
            name={name}
            sentences={[`SKU in your shop: ${before ?? ''}`, `SKU in the file: ${read ?? ''}`]}
          />
        )}
      />
    </Stack>
  );
}

function Problems({ problems }: Pick<ItemTable, 'problems'>) {
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {problems.length === 1 ? '1 line has a problem' : `${problems.length} lines have problems`}
      </Title>
      <Text>They are left out. Mend them in the file and import it again: what is in by then is not doubled.</Text>
      <Rows
        label="Problems"
        rows={problems}
        countMax={PROBLEMS_SHOWN}
        renderRow={({ line, name, sentences }) => <Line line={line} name={name} sentences={sentences} />}
      />
    </Stack>
  );
}

interface RowsProps<Row> {
  label: string;
  rows: readonly Row[];
  countMax: number;
  renderRow: (row: Row) => React.ReactNode;
}

function Rows<Row extends { line: number }>({ label, rows, countMax, renderRow }: RowsProps<Row>) {
  const moreCount = rows.length - countMax;
  return (
    <>
      <Stack component="ul" aria-label={label} className="k-plain-list" gap="xs">
        {rows.slice(0, countMax).map((row) => (
          <li key={row.line}>{renderRow(row)}</li>
        ))}
      </Stack>
      {moreCount > 0 && <Text>And {moreCount} more.</Text>}
    </>
  );
}

interface LineProps {
  line: number;
  name: string;
  note?: string;
  sentences: readonly string[];
}

function Line({ line, name, note, sentences }: LineProps) {
  return (
    <>
      <Text fw={600} className="k-breakable">
        Line {line}
        {/* A name may be in a right-to-left script; <bdi> keeps it in its place. */}
        {name === '' ? (
          ''
        ) : (
          <>
            : <bdi>{name}</bdi>
          </>
        )}
      </Text>
      {note !== undefined && <Text size="sm">{note}</Text>}
      {sentences.map((sentence) => (
        <Text key={sentence} size="sm" className="k-breakable">
          {sentence}
        </Text>
      ))}
    </>
  );
}

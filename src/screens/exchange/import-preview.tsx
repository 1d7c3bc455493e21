import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { formatMoney } from '../../../domain/money.ts';
import type { ItemTable } from '../../../domain/item-import.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { itemsText } from './import-words.ts';

/** Enough to see whether the columns were understood, and as many problems as somebody mends before trying again. */
const ROWS_SHOWN = 5;
const PROBLEMS_SHOWN = 50;

export interface ImportPreviewProps {
  table: ItemTable;
  currency: string;
  onImport: () => void;
}

/** What is in the file: what comes in, and of each line that does not, why. */
export function ImportPreview({ table, currency, onImport }: ImportPreviewProps) {
  const { rows, problems, presentCount, unknownColumns } = table;
  return (
    <Card component="section" aria-labelledby="preview">
      <Stack gap="sm">
        <Title order={2} size="h4" id="preview">
          Preview
        </Title>
        <Text fw={600}>{itemsText(rows.length)} can be imported.</Text>
        {presentCount > 0 && (
          <Text>{itemsText(presentCount)} already in your shop, by name and SKU, are left out.</Text>
        )}
        {unknownColumns.length > 0 && (
          <Text className="k-breakable">Columns that are not read: {unknownColumns.join(', ')}</Text>
        )}
        {rows.length > 0 && (
          <Stack component="ul" aria-label="First items" className="k-plain-list" gap={4}>
            {rows.slice(0, ROWS_SHOWN).map(({ line, item }) => (
              <li key={line}>
                <Text className="k-breakable">
                  {item.name} · {formatMoney(item.priceMinor, currency, 2)}
                  {item.trackStock ? ` · ${formatQuantity(item.initialStockHundredths)} in stock` : ''}
                </Text>
              </li>
            ))}
          </Stack>
        )}
        {problems.length > 0 && <Problems problems={problems} />}
        <Button size="lg" disabled={rows.length === 0} onClick={onImport}>
          Import {itemsText(rows.length)}
        </Button>
      </Stack>
    </Card>
  );
}

function Problems({ problems }: Pick<ItemTable, 'problems'>) {
  const rest = problems.length - PROBLEMS_SHOWN;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {problems.length === 1 ? '1 line has a problem' : `${problems.length} lines have problems`}
      </Title>
      <Text>They are left out. Mend them in the file and import it again: what is in by then is not doubled.</Text>
      <Stack component="ul" aria-label="Problems" className="k-plain-list" gap="xs">
        {problems.slice(0, PROBLEMS_SHOWN).map(({ line, name, sentences }) => (
          <li key={line}>
            <Text fw={600} className="k-breakable">
              Line {line}
              {/* A name may be written from the right; it stays in its place. */}
              {name === '' ? (
                ''
              ) : (
                <>
                  : <bdi>{name}</bdi>
                </>
              )}
            </Text>
            {sentences.map((sentence) => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))}
          </li>
        ))}
      </Stack>
      {rest > 0 && <Text>And {rest} more.</Text>}
    </Stack>
  );
}

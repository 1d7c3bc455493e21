import { type CsvCell, csvCode, csvLine } from '../../../domain/text/csv.ts';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { stepOfMovement, stepsOfPurchase, stepsOfSale, type StockStep } from '../../../domain/items/stock-ledger.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { everyRow } from '../../../sync/store/every-row.ts';
import type { Facts } from './export-file.ts';

interface Line {
  atMs: number;
  text: string;
}

/** Returns the stock ledger of the whole shop, oldest first: movements by hand, sales, cancellations, purchases. */
export async function movementLines(database: ShopDatabase, facts: Facts): Promise<string[]> {
  const items = new Map<number, { name: string; sku: string | null }>();
  for await (const rows of everyRow(database, 'item'))
    for (const { id, name, sku } of rows) items.set(id, { name, sku });

  const lines: Line[] = [];
  const add = (itemId: number, steps: readonly StockStep[]) => {
    const item = items.get(itemId);
    for (const step of steps) {
      const cells: CsvCell[] = [
        facts.when(step.atMs),
        item?.name ?? null,
        csvCode(item?.sku ?? null),
        Number(hundredthsToDecimal(step.quantityHundredths)),
        ...causeCells(step),
        facts.who(step.byUserId),
        ...(facts.seesCost ? [costOf(step)] : []),
      ];
      lines.push({ atMs: step.atMs, text: csvLine(cells) });
    }
  };
  for (const movement of await database.tables.rows.stockMovement.toArray())
    add(movement.itemId, [stepOfMovement(movement)]);
  for await (const sales of everyRow(database, 'sale'))
    for (const sale of sales) for (const itemId of itemIdsOf(sale.lines)) add(itemId, stepsOfSale(sale, itemId));
  for await (const purchases of everyRow(database, 'purchase'))
    for (const purchase of purchases)
      for (const itemId of itemIdsOf(purchase.lines)) add(itemId, stepsOfPurchase(purchase, itemId));

  lines.sort((a, b) => a.atMs - b.atMs);
  const header = ['Date', 'Item', 'SKU', 'Quantity', 'Movement', 'Reference', 'Reason', 'Notes', 'By'];
  return [csvLine([...header, ...(facts.seesCost ? ['Cost price'] : [])]), ...lines.map(({ text }) => text)];
}

const itemIdsOf = (lines: readonly { itemId: number }[]): Set<number> => new Set(lines.map(({ itemId }) => itemId));

/** Returns the cells for kind, document, reason and notes. */
function causeCells({ cause }: StockStep): [CsvCell, CsvCell, CsvCell, CsvCell] {
  switch (cause.kind) {
    case 'sale':
      return ['sale', cause.sale.saleNumber, null, null];
    case 'cancellation':
      return ['sale cancelled', cause.sale.saleNumber, cause.sale.cancellations[0]?.reason ?? null, null];
    case 'receipt':
      return ['purchase', csvCode(cause.purchase.invoiceNumber), null, cause.purchase.supplierName];
    case 'return':
      return ['purchase cancelled', csvCode(cause.purchase.invoiceNumber), null, cause.purchase.supplierName];
    case 'movement':
      return [
        cause.movement.type,
        csvCode(cause.movement.batchId),
        cause.movement.reason ?? null,
        cause.movement.notes,
      ];
  }
}

const costOf = ({ cause }: StockStep): number | null => {
  const { costPriceMinor = null } = cause.kind === 'movement' ? cause.movement : {};
  return costPriceMinor === null ? null : Number(minorToDecimal(costPriceMinor));
};

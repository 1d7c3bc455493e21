import { lineTotalMinor, sumMinor } from '../../domain/money.ts';
import { type Intent, type Look, someOf } from './intent.ts';

export function buy(look: Look): Intent | null {
  const supplier = someOf(look.chance, look.disk.rows.supplier);
  return supplier && buyFrom(supplier, look);
}

function buyFrom(supplier: { id: number; name: string }, { disk, chance, tag }: Look): Intent | null {
  const business = someOf(chance, disk.rows.business);
  const items = Array.from({ length: chance.between(1, 3) }, () => someOf(chance, disk.rows.item));
  const bought = items.filter((item) => item !== null).map((item) => ({ item, cost: chance.between(1, 900) }));
  if (!business || bought.length === 0) return null;
  return {
    name: 'purchase.create',
    build(tools) {
      const lines = bought.map(({ item, cost }) => ({
        id: tools.mintId(),
        itemId: item.id,
        itemName: item.name,
        quantityHundredths: 250,
        unitCostMinor: cost,
        totalCostMinor: lineTotalMinor(250, cost),
        batchNumber: null,
        expiryDate: null,
        notes: null,
      }));
      return {
        id: tools.mintId(),
        supplierId: supplier.id,
        supplierName: supplier.name,
        purchaseDateMs: Date.parse('2026-01-15'),
        status: chance.pick(['completed', 'completed', 'pending', 'cancelled']),
        lines,
        totalMinor: sumMinor(lines.map((line) => line.totalCostMinor)),
        currency: business.currency,
        // Few invoice numbers, so that one is sometimes entered twice.
        invoiceNumber: chance.odds(0.5) ? `inv ${chance.between(1, 4)}` : null,
        invoiceDate: null,
        paymentMethod: 'cash',
        paymentStatus: chance.pick(['paid', 'pending']),
        amountPaidMinor: null,
        notes: tag,
      };
    },
  };
}

/** Adds stock with the details of its purchase, from the default supplier. The device creates that if it knows none. */
export function buyStock(look: Look): Intent | null {
  const known = [...look.disk.rows.supplier.values()].find(
    ({ name, aliasOfId }) => name === 'Default Supplier' && aliasOfId === null,
  );
  const bought = buyFrom({ id: known?.id ?? 0, name: 'Default Supplier' }, look);
  return (
    bought && {
      name: 'stock.buy',
      build: (tools) => ({
        ...bought.build(tools),
        ...(known ? {} : { supplierId: tools.mintId() }),
        isNewSupplier: !known,
      }),
    }
  );
}

/** Picks one of few, so that two devices sometimes pick the same. */
const recent = ({ disk, chance }: Look) => {
  const purchases = [...disk.rows.purchase.values()].slice(-4);
  return purchases.length > 0 ? chance.pick(purchases) : null;
};

export function editPurchase(look: Look): Intent | null {
  const { chance, tag } = look;
  const purchase = recent(look);
  const change = chance.pick([{ notes: tag }, { paymentStatus: 'paid' }, { notes: tag, invoiceDate: '2026-03-02' }]);
  const isCancelled = chance.odds(0.2);
  return purchase && { name: 'purchase.edit', build: () => ({ id: purchase.id, change, isCancelled }) };
}

export function claimPurchase(name: 'purchase.receive' | 'purchase.remove', look: Look): Intent | null {
  const purchase = recent(look);
  return purchase && { name, build: () => ({ id: purchase.id }) };
}

import { lineTotalMinor } from '../../domain/money.ts';
import type { PaymentMethod } from '../../domain/sales/payment-method.ts';
import { type NewSale, saleNumberOf, saleTotals } from '../../domain/sales/sale.ts';
import { cancelRefundsOf } from '../../domain/sales/sale-payment.ts';
import type { MutationName } from '../../sync/mutation/registry.ts';
import { createActSource } from '../../sync/protocol/act.ts';
import { isInTableSet } from '../../sync/protocol/tables.ts';
import { type BuildArguments, runMutation } from '../../sync/replica/run-mutation.ts';
import { StorageFailure } from '../../sync/store/database/storage-failure.ts';
import type { Device } from './device.ts';
import { type Intent, type Look, someOf } from './intent.ts';
import {
  addStock,
  adjustStock,
  claimOrder,
  countCash,
  countStock,
  fulfilOrder,
  printReceipt,
  settleRefund,
  takeCustomerPayment,
  takePayment,
} from './people-documents.ts';
import {
  changeImages,
  changeMethod,
  editDetails,
  newSupplier,
  removeRow,
  setActive,
  settleConflict,
  setBusinessImage,
} from './people-edits.ts';
import { buy, buyStock, claimPurchase, editPurchase } from './people-purchases.ts';
import { type Chance, createChance } from './random.ts';
import type { Task } from './scheduler.ts';
import { POISON } from './server.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** A person who uses one tab, whether the engine runs or not. */
export function startPerson(world: World, device: Device, task: Task): void {
  const { scheduler, plan } = world;
  const { chance } = device;
  const database = device.openDatabase(task);
  // The source of act ids, drawn when the tab is loaded, as in a page.
  const acts = createActSource(createChance(plan.seed, `${task.name} acts ${scheduler.nowMs()}`));

  async function live(): Promise<void> {
    for (;;) {
      await scheduler.sleep(task, Math.round(device.plan.actEveryMs * (0.2 + chance.below(160) / 100)));
      const count = plan.hardships.has('bursts') && chance.odds(0.1) ? chance.between(5, 15) : 1;
      for (let act = 0; act < count; act += 1) {
        if (!world.isOpen) return;
        await actOnce();
      }
    }
  }

  async function actOnce(): Promise<void> {
    const tag = `#${world.nextTag()}`;
    const name = pickAct(world, chance);
    // A build has no mutation that writes a table which it does not know.
    if (name === 'cash.count' && !isInTableSet('cashCount', device.line.tableSet)) return;
    const intent = intentOf(name, {
      disk: device.database.inspect(),
      chance,
      tag,
      isPoison: plan.hardships.has('poison') && chance.odds(0.04),
    });
    if (!intent) return;
    // Time passes between looking and tapping.
    await scheduler.sleep(task, chance.odds(0.2) ? chance.between(500, 5_000) : chance.below(20));
    try {
      const result = await runMutation(
        { database, clock: device.clock, acts },
        intent.name,
        intent.build as BuildArguments<MutationName>,
      );
      if (!result.ok) return onRefusal(world, `${task.name} ${intent.name}`, result.error);
      world.note(task.name, `saved ${intent.name} ${tag} as ${result.mid}`);
      world.book.acknowledge(result.args);
      device.wake(true, chance.below(1_500));
    } catch (error) {
      if (!(error instanceof StorageFailure)) return world.fail(error);
      world.reach('quota abort');
      world.note(task.name, `not saved: ${intent.name} ${tag}`);
    }
  }

  void live().catch((error: unknown) => world.fail(error));
}

/** Errors that a person gets because the rows changed between looking and tapping. */
const EXPECTED = new Set([
  'sealed',
  'not_permitted',
  'not_found',
  'item_missing',
  'too_many_images',
  'order_cancelled',
  'purchase_cancelled',
  'order_fulfilled',
  'order_not_confirmed',
  'customer_in_use',
  'edited_since',
  'method_in_use',
  'method_readonly',
]);

/** Fails if the device refuses an act that its form offered. */
function onRefusal(world: World, name: string, error: { code: string }): void {
  if (!EXPECTED.has(error.code)) world.fail(new Violation(`[1] the device refused ${name}: ${JSON.stringify(error)}`));
}

function pickAct(world: World, chance: Chance): MutationName {
  const weights = Object.entries(world.plan.acts);
  let place = chance.below(weights.reduce((sum, [, weight]) => sum + weight, 1));
  for (const [name, weight] of weights) {
    place -= weight;
    // The plan's acts are the registry's names.
    if (place < 0) return name as MutationName;
  }
  return 'sale.create';
}

function intentOf(name: MutationName, look: Look): Intent | null {
  switch (name) {
    case 'sale.create':
      return newSale(look);
    case 'sale.cancel':
      return cancelSale(look);
    case 'sale.takePayment':
      return takePayment(look);
    case 'customer.takePayment':
      return takeCustomerPayment(look);
    case 'sale.settleRefund':
      return settleRefund(look);
    case 'sale.printReceipt':
      return printReceipt(look);
    case 'purchase.create':
      return buy(look);
    case 'purchase.edit':
      return editPurchase(look);
    case 'purchase.receive':
    case 'purchase.remove':
      return claimPurchase(name, look);
    case 'order.confirm':
    case 'order.cancel':
      return claimOrder(name, look);
    case 'order.fulfill':
      return fulfilOrder(look);
    case 'stock.add':
      return addStock(look);
    case 'stock.adjust':
      return adjustStock(look);
    case 'stock.count':
      return countStock(look);
    case 'stock.buy':
      return buyStock(look);
    case 'item.create':
      return newItem(look);
    case 'item.edit':
      return editItem(look);
    case 'item.setStore':
      return setStore(look);
    case 'item.setActive':
      return setActive(look);
    case 'item.addImage':
    case 'item.removeImage':
    case 'item.orderImages':
      return changeImages(name, look);
    case 'customer.create':
      return {
        name,
        build: (tools) => ({
          id: tools.mintId(),
          name: `Customer ${look.tag}`,
          phone: null,
          address: null,
          notes: look.isPoison ? POISON : null,
        }),
      };
    case 'paymentMethod.create':
      // Few names, so that two devices sometimes create the same.
      return {
        name,
        build: (tools) => ({ id: tools.mintId(), name: `Wallet ${look.chance.between(1, 4)}`, icon: 'Phone' }),
      };
    case 'paymentMethod.setDefault':
      return setDefault(look);
    case 'paymentMethod.setArchived':
    case 'paymentMethod.remove':
      return changeMethod(name, look);
    case 'customer.edit':
    case 'supplier.edit':
    case 'business.edit':
      return editDetails(name, look);
    case 'business.setImage':
      return setBusinessImage(look);
    case 'customer.remove':
    case 'supplier.remove':
      return removeRow(name, look);
    case 'supplier.create':
      return newSupplier(look);
    case 'conflict.settle':
      return settleConflict(look);
    case 'cash.count':
      return countCash(look);
    case 'export.note':
      return { name, build: () => ({ what: 'sales' }) };
    case 'feedback.send':
      return {
        name,
        build: (tools) => ({ id: tools.mintId(), rating: look.chance.between(1, 5), message: `Said ${look.tag}` }),
      };
  }
}

function newSale({ disk, chance, tag, isPoison }: Look): Intent | null {
  const items = Array.from({ length: chance.between(1, 3) }, () => someOf(chance, disk.rows.item)).filter(
    (item) => item !== null,
  );
  const business = someOf(chance, disk.rows.business);
  if (items.length === 0 || !business) return null;
  const customer = chance.odds(0.4) ? someOf(chance, disk.rows.customer) : null;
  const method = chance.odds(0.6) ? someOf(chance, disk.rows.paymentMethod) : null;
  const lines = items.map((item) => {
    const quantityHundredths = chance.pick([100, 200, 50, 333]);
    const unitPriceMinor = chance.odds(0.1) ? item.priceMinor + 100 : item.priceMinor;
    return { item, quantityHundredths, unitPriceMinor, listPriceMinor: item.priceMinor, discountMinor: 0 as const };
  });
  const totals = saleTotals({ lines, discountMinor: 0, taxMinor: 0 });
  const status = chance.odds(0.2) ? 'pending' : 'completed';
  const other = someOf(chance, disk.rows.paymentMethod);
  const isInParts = chance.odds(0.15) && totals.finalMinor >= 300;
  return {
    name: 'sale.create',
    build: (tools) =>
      inParts(
        {
          id: tools.mintId(),
          saleNumber: saleNumberOf(tools.nextStampMs()),
          status,
          customerId: customer?.id ?? null,
          customerName: customer?.name ?? null,
          lines: lines.map(({ item, ...line }) => ({
            ...line,
            id: tools.mintId(),
            itemId: item.id,
            itemName: item.name,
            itemSku: item.sku,
            totalMinor: lineTotalMinor(line.quantityHundredths, line.unitPriceMinor),
          })),
          ...totals,
          discountMinor: 0,
          taxMinor: 0,
          currency: business.currency,
          paymentMethodId: method?.id ?? null,
          paymentMethodName: method?.name ?? null,
          transactionId: tag,
          notes: isPoison ? POISON : null,
        },
        isInParts ? tools.mintId() : null,
        other,
      ),
  };
}

/** Returns the sale paid by two methods; of an unpaid sale the rest stays owed. Unchanged without a second id. */
function inParts(sale: NewSale, secondId: number | null, method: PaymentMethod | null): NewSale {
  if (secondId === null) return sale;
  const { id, finalMinor, paymentMethodId, paymentMethodName, transactionId } = sale;
  const firstMinor = Math.floor(finalMinor / 2);
  const secondMinor = sale.status === 'completed' ? finalMinor - firstMinor : Math.floor(firstMinor / 2);
  const second = { paymentMethodId: method?.id ?? null, paymentMethodName: method?.name ?? null, transactionId: null };
  return {
    ...sale,
    payments: [
      { id, amountMinor: firstMinor, paymentMethodId, paymentMethodName, transactionId },
      { id: secondId, amountMinor: secondMinor, ...second },
    ],
  };
}

function cancelSale({ disk, chance, tag }: Look): Intent | null {
  const sales = [...disk.rows.sale.values()];
  const open = sales.filter((sale) => sale.status !== 'cancelled');
  // From few sales, so that two devices sometimes cancel the same one.
  const sale = open.length > 0 ? chance.pick(open.slice(-4)) : null;
  const isGivenBack = chance.odds(0.5);
  return (
    sale && {
      name: 'sale.cancel',
      build: ({ mintId }) => ({
        id: sale.id,
        reason: `Returned ${tag}`,
        refunds: isGivenBack ? cancelRefundsOf(sale, mintId) : [],
      }),
    }
  );
}

function newItem({ disk, chance, tag }: Look): Intent | null {
  const business = someOf(chance, disk.rows.business);
  if (!business) return null;
  const type = chance.odds(0.8) ? 'product' : 'service';
  const initialStockHundredths = chance.pick([0, 500, 2_000]);
  return {
    name: 'item.create',
    build: (tools) => ({
      id: tools.mintId(),
      openingMovementId: initialStockHundredths > 0 ? tools.mintId() : null,
      initialStockHundredths,
      name: `Item ${tag}`,
      description: null,
      type,
      priceMinor: chance.between(1, 500) * 100,
      currency: business.currency,
      costPriceMinor: disk.state.role === 'admin' ? chance.between(1, 900) : null,
      trackStock: type === 'product',
      unitOfMeasure: null,
      itemCategoryId: null,
      category: null,
      subCategory: null,
      reorderLevelHundredths: null,
      advancedEnabled: false,
      sku: null,
      customFields: {},
    }),
  };
}

function editItem({ disk, chance, tag }: Look): Intent | null {
  const item = someOf(chance, disk.rows.item);
  if (!item) return null;
  const changes: Record<string, unknown>[] = [
    { name: `Item ${tag}` },
    { priceMinor: chance.between(1, 500) * 100 },
    { description: `About ${tag}` },
    { reorderLevelHundredths: chance.between(1, 9) * 100, subCategory: tag },
    { name: `Item ${tag}`, priceMinor: chance.between(1, 500) * 100 },
  ];
  if (chance.odds(0.1))
    changes.push({ type: item.type === 'product' ? 'service' : 'product', trackStock: item.type === 'service' });
  if (disk.state.role === 'admin') changes.push({ costPriceMinor: chance.between(1, 900) });
  const change = chance.pick(changes);
  const seen: Record<string, unknown> = { ...item };
  const base = Object.fromEntries(Object.keys(change).map((field) => [field, seen[field] ?? null]));
  return { name: 'item.edit', build: () => ({ id: item.id, base, change }) };
}

function setStore({ disk, chance }: Look): Intent | null {
  const item = someOf(chance, disk.rows.item);
  return item && { name: 'item.setStore', build: () => ({ id: item.id, isKauntaEnabled: !item.isKauntaEnabled }) };
}

function setDefault({ disk, chance }: Look): Intent | null {
  const method = someOf(chance, disk.rows.paymentMethod);
  return (
    method && { name: 'paymentMethod.setDefault', build: (tools) => ({ businessId: tools.businessId, id: method.id }) }
  );
}

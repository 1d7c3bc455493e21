import type { MutationName } from '../../sync/mutation/registry.ts';
import type { UserRole } from '../../domain/people/user.ts';
import { FIRST_TABLE_SET, TABLE_SET } from '../../sync/protocol/tables.ts';
import { type Chance, createChance } from './random.ts';

/** The faults that one request may meet. */
export const NETWORK_FAULTS = [
  'drop',
  'loseAnswer',
  'duplicate',
  'delay',
  'serverError',
  'errorAfterCommit',
  'signedOut',
  'portal',
  'hang',
  'outdated',
  'tooLarge',
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

/** The blows that may strike a device, its person or the server. */
export const FATES = [
  'killDevice',
  'killWorker',
  'freezeDrainer',
  'goOffline',
  'loseServer',
  'endSession',
  'clone',
  'logout',
  'fullDisk',
  'clockJump',
  'roleFlip',
  'dismiss',
  'idClash',
  'spoilRow',
  'crashServer',
  'corruptItem',
  'restoreServer',
  'restoreDevice',
  'longAway',
  'updateApp',
] as const;
export type Fate = (typeof FATES)[number];

/** The conditions that make a whole run harder. */
export const HARDSHIPS = [
  'wrongClocks',
  'tinyPages',
  'noLock',
  'slowDisk',
  'poison',
  'secondTab',
  'bursts',
  'oldBuilds',
] as const;
export type Hardship = (typeof HARDSHIPS)[number];

/** Things people may do besides their acts. */
export const HABITS = ['files'] as const;
export type Habit = (typeof HABITS)[number];

/** The parts of a plan that a shrunk run leaves out. */
export interface Mask {
  without: ReadonlySet<NetworkFault | Fate | Hardship | Habit | MutationName>;
  devicesMax: number;
  minutesMax: number;
  /** Chooses another interleaving of the same plan. */
  turn: number;
}
export const NO_MASK: Mask = { without: new Set(), devicesMax: 9, minutesMax: 999, turn: 0 };

/** Rules that are broken on purpose, to prove that a run notices it. */
export type Sabotage = 'forgetAnswered' | 'tornPage' | 'deafToForks' | 'leakCosts';

export interface DevicePlan {
  name: string;
  businessId: number;
  userId: number;
  role: UserRole;
  clockOffsetMs: number;
  tabs: number;
  /** The table set of its build at the beginning (SYN-11). */
  tableSet: number;
  actEveryMs: number;
  pullRows: number;
}

export interface Plan {
  seed: number;
  minutes: number;
  businessIds: number[];
  devices: DevicePlan[];
  /** Probability per request. */
  faultOdds: Record<NetworkFault, number>;
  /** The most mutations that a proxy lets through in one push; null: the product's own limit. */
  pushLimit: number | null;
  fates: Fate[];
  fateEveryMs: number;
  hardships: ReadonlySet<Hardship>;
  /** True when people export waiting changes to files, and import them (SYN-27). */
  hasFiles: boolean;
  acts: Record<MutationName, number>;
  sabotage: Sabotage | null;
}

const DAY_MS = 24 * 60 * 60_000;
const ACT_WEIGHTS: Record<MutationName, number> = {
  'sale.create': 40,
  'sale.cancel': 10,
  'sale.takePayment': 10,
  'sale.settleRefund': 7,
  'customer.takePayment': 6,
  'sale.printReceipt': 4,
  'stock.add': 10,
  'stock.adjust': 4,
  'stock.count': 4,
  'stock.buy': 4,
  'purchase.create': 5,
  'purchase.edit': 3,
  'purchase.receive': 3,
  'purchase.remove': 2,
  'cash.count': 2,
  'order.confirm': 14,
  'order.cancel': 7,
  'order.fulfill': 14,
  'item.create': 8,
  'item.edit': 14,
  'item.setStore': 3,
  'item.setActive': 2,
  'item.addImage': 6,
  'item.removeImage': 3,
  'item.orderImages': 2,
  'customer.create': 8,
  'customer.edit': 8,
  'customer.remove': 3,
  'supplier.create': 3,
  'supplier.edit': 5,
  'supplier.remove': 1,
  'paymentMethod.create': 4,
  'paymentMethod.setDefault': 3,
  'paymentMethod.setArchived': 1,
  'paymentMethod.remove': 2,
  'business.edit': 4,
  'business.setImage': 3,
  'conflict.settle': 8,
  'feedback.send': 1,
  // It changes no row, so there is nothing to compare; without it, kept seeds keep their meaning.
  'export.note': 0,
};

/**
 * Returns the plan of a seed. Each seed draws which faults occur at all, because a run with all of them at once never
 * gets far enough for rare combinations of two.
 */
export function planOf(seed: number, mask: Mask, sabotage: Sabotage | null): Plan {
  const chance = createChance(seed, 'plan');
  const isIn = (name: NetworkFault | Fate | Hardship, odds: number): boolean =>
    chance.odds(odds) && !mask.without.has(name);
  const calm = chance.odds(0.1);
  const rate = chance.pick([0.01, 0.03, 0.08, 0.15]);
  const faultOdds = Object.fromEntries(
    NETWORK_FAULTS.map((fault) => [fault, isIn(fault, calm ? 0.15 : 0.45) ? rate * (0.3 + chance.below(100) / 60) : 0]),
  );
  const hardships = new Set(HARDSHIPS.filter((hardship) => isIn(hardship, 0.4)));
  const fates = FATES.filter((fate) => isIn(fate, calm ? 0.15 : 0.45));
  const businessIds = chance.odds(0.15) ? [1_000, 2_000] : [1_000];
  const minutes = Math.min(chance.between(3, 22), mask.minutesMax);
  const count = chance.between(1, 4);
  const devices = Array.from({ length: count }, (_, index) =>
    devicePlan(createChance(seed, `device ${index}`), index, businessIds, hardships),
  );
  const acts = Object.fromEntries(
    Object.entries(ACT_WEIGHTS).map(([name, weight]) => [
      name,
      mask.without.has(name as MutationName) ? 0 : weight * chance.between(1, 4),
    ]),
  );
  return {
    seed,
    minutes,
    businessIds,
    devices: devices.slice(0, mask.devicesMax),
    pushLimit: faultOdds['tooLarge'] ? chance.pick([1, 2, 5, null]) : null,
    // The lists above have each fault and each act.
    faultOdds: faultOdds as Plan['faultOdds'],
    acts: acts as Plan['acts'],
    fates,
    fateEveryMs: chance.pick([15_000, 40_000, 120_000]),
    hardships,
    // Drawn from a stream of its own, so that a seed's other draws do not change.
    hasFiles: createChance(seed, 'habits').odds(0.4) && !mask.without.has('files'),
    sabotage,
  };
}

function devicePlan(
  chance: Chance,
  index: number,
  businessIds: readonly number[],
  hardships: ReadonlySet<Hardship>,
): DevicePlan {
  // The first device is the owner's; the second one may be; the others may belong to anybody.
  const businessId = index < 2 ? 1_000 : chance.pick(businessIds);
  const user = index === 0 || chance.odds(0.4) ? 1 : chance.between(2, 3);
  const isWrong = hardships.has('wrongClocks') && chance.odds(0.7);
  const clockOffsetMs = isWrong
    ? chance.pick([-450 * DAY_MS, -300 * DAY_MS, -DAY_MS, -600_000, 90_000, 3 * DAY_MS, 300 * DAY_MS]) +
      chance.between(-50_000, 50_000)
    : chance.between(-2_000, 2_000);
  return {
    name: `device${index + 1}`,
    businessId,
    userId: businessId + user,
    role: user === 1 ? 'admin' : 'staff',
    clockOffsetMs,
    tabs: hardships.has('secondTab') ? 2 : 1,
    tableSet: hardships.has('oldBuilds') && chance.odds(0.5) ? FIRST_TABLE_SET : TABLE_SET,
    actEveryMs: chance.pick([12_000, 30_000, 90_000]),
    pullRows: hardships.has('tinyPages') ? chance.pick([1, 2, 5, 20]) : 500,
  };
}

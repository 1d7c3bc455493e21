import type { Item } from '../../domain/items/item.ts';
import type { EditedFacts } from './edit-oracle.ts';
import { hold } from './violation.ts';

/** The oracle's knowledge of an item. */
export interface ItemFacts extends EditedFacts {
  stock: number;
  lastCount: Item['lastCount'] | null;
}

export interface MethodFacts {
  name: string;
  aliasOf: number | null;
  isArchived: boolean;
  isReadonly: boolean;
  isDeleted: boolean;
}

export const living = <T extends { isDeleted: boolean }>(facts: ReadonlyMap<number, T>): Map<number, T> =>
  new Map([...facts].filter(([, { isDeleted }]) => !isDeleted));

/** Returns the id of the method with this name that is no alias; null if there is none. */
export const firstMethodNamed = (methods: ReadonlyMap<number, MethodFacts>, name: string): number | null =>
  [...methods].find(([, each]) => each.aliasOf === null && !each.isDeleted && each.name === name)?.[0] ?? null;

/** The rows that documents refer to, as the oracle has them. */
export interface ShopFacts {
  items: Map<number, ItemFacts>;
  customers: ReadonlyMap<number, EditedFacts>;
  methods: ReadonlyMap<number, MethodFacts>;
}

/** The mutation's arguments, without its name and its time. */
export type Args = Record<string, unknown> & { id: number };

export interface Doer {
  role: 'admin' | 'staff';
  userId: number;
  /** False for a dismissed user. */
  isActive: boolean;
  atMs: number;
}

/** Applies a mutation to the facts; returns the outcome that the server must give. */
export type Effect = (args: Args, doer: Doer) => string;

export const text = (value: unknown): string => JSON.stringify(value ?? null);

export const isCounted = (item: ItemFacts | undefined): item is ItemFacts =>
  item?.fields['type'] === 'product' && item.fields['trackStock'] === true;

/** Moves an item's stock; returns true if the item was counted after `atMs`, so that the count is in doubt. */
export function moveItem(item: ItemFacts, by: number, atMs: number): boolean {
  if (by === 0) return false;
  item.stock += by;
  const isInDoubt = item.lastCount !== undefined && item.lastCount !== null && atMs < item.lastCount.atMs;
  if (item.lastCount && isInDoubt) item.lastCount = { ...item.lastCount, isInDoubt: true };
  return isInDoubt;
}

/** Moves the stock of several items; returns true if one of them was counted after `atMs`. */
export function moveItems(items: ShopFacts['items'], by: ReadonlyMap<number, number>, atMs: number): boolean {
  let isInDoubt = false;
  for (const [itemId, quantity] of by) {
    const item = items.get(itemId);
    if (item && moveItem(item, quantity, atMs)) isInDoubt = true;
  }
  return isInDoubt;
}

export function sameKeys(
  what: string,
  expected: ReadonlyMap<number, unknown>,
  found: ReadonlyMap<number, unknown>,
): void {
  for (const id of expected.keys()) hold(found.has(id), '1', () => `${what} ${id} is lost on the server`);
  for (const id of found.keys())
    hold(expected.has(id), '2', () => `${what} ${id} is on the server, and nobody made it`);
}

import { ITEM_IMAGES_MAX } from '../../domain/items/item-image.ts';
import type { Customer } from '../../domain/people/customer.ts';
import type { Supplier } from '../../domain/people/supplier.ts';
import { type Intent, type Look, someOf } from './intent.ts';

type Fields = Record<string, unknown>;

/** Few rows and few fields, so that two people change the same ones. */
export function editDetails(
  name: 'customer.edit' | 'supplier.edit' | 'business.edit',
  { disk, chance, tag }: Look,
): Intent | null {
  const rows = {
    'customer.edit': disk.rows.customer,
    'supplier.edit': disk.rows.supplier,
    'business.edit': disk.rows.business,
  };
  const row = someOf<Fields & { id: number }>(
    chance,
    new Map([...rows[name]].slice(0, 4).map(([id, each]) => [id, { ...each }])),
  );
  if (!row) return null;
  const change = chance.pick<Fields>([
    { name: `Name ${tag}` },
    { phone: chance.pick(['0700 000001', '0700 000002']) },
    { address: `Street ${tag}` },
    { phone: `0700 ${tag}`, address: `Street ${tag}` },
    name === 'business.edit'
      ? { address: `Street ${tag}`, country: chance.pick(['UG', 'KE']) }
      : { notes: `About ${tag}` },
    ...(name === 'supplier.edit' ? [{ name: 'Default Supplier' }] : []),
  ]);
  const base = Object.fromEntries(Object.keys(change).map((field) => [field, row[field] ?? null]));
  return { name, build: () => ({ id: row.id, base, change }) };
}

export function removeRow(name: 'customer.remove' | 'supplier.remove', { disk, chance }: Look): Intent | null {
  const row = someOf<Customer | Supplier>(chance, name === 'customer.remove' ? disk.rows.customer : disk.rows.supplier);
  if (!row) return null;
  const { id, name: called, phone, address, notes } = row;
  return { name, build: () => ({ id, base: { name: called, phone, address, notes } }) };
}

export function newSupplier({ chance, tag }: Look): Intent {
  const name = chance.odds(0.4) ? 'Default Supplier' : `Supplier ${tag}`;
  return {
    name: 'supplier.create',
    build: (tools) => ({ id: tools.mintId(), name, phone: null, email: null, address: null, notes: null }),
  };
}

export function setActive({ disk, chance }: Look): Intent | null {
  const item = someOf(chance, disk.rows.item);
  return item && { name: 'item.setActive', build: () => ({ id: item.id, isActive: !item.isActive }) };
}

const IMAGE_KEY_CHARS = 32;

/** Adds an image; the form offers that only if there is room for one more. */
export function changeImages(
  name: 'item.addImage' | 'item.removeImage' | 'item.orderImages',
  { disk, chance }: Look,
): Intent | null {
  const item = someOf(chance, disk.rows.item);
  if (!item) return null;
  const keys = item.images.map(({ key }) => key);
  if (name === 'item.addImage') {
    const key = drawnImageKey(chance);
    return keys.length < ITEM_IMAGES_MAX ? { name, build: () => ({ id: item.id, key }) } : null;
  }
  if (keys.length === 0) return null;
  const key = chance.pick(keys);
  if (name === 'item.removeImage') return { name, build: () => ({ id: item.id, key }) };
  return { name, build: () => ({ id: item.id, keys: [key, ...keys.filter((other) => other !== key)] }) };
}

export function changeMethod(
  name: 'paymentMethod.setArchived' | 'paymentMethod.remove',
  { disk, chance }: Look,
): Intent | null {
  const method = someOf(chance, disk.rows.paymentMethod);
  if (!method) return null;
  const { id, isArchived } = method;
  return {
    name,
    build: ({ businessId }) =>
      name === 'paymentMethod.remove' ? { businessId, id } : { businessId, id, isArchived: !isArchived },
  };
}

/** Settles one of the conflicts that the screen shows. */
export function settleConflict({ disk, chance }: Look): Intent | null {
  const open = [...disk.rows.conflict.values()].filter(({ status }) => status === 'open');
  const conflict = open.length > 0 ? chance.pick(open) : null;
  if (!conflict) return null;
  const { id, mine, theirs } = conflict;
  const keep = chance.pick(['mine', 'theirs']);
  return { name: 'conflict.settle', build: () => ({ id, keep, mine: mine.values, theirs: theirs.values }) };
}

/** Sets another picture of the business, or removes the present one. */
export function setBusinessImage({ disk, chance }: Look): Intent | null {
  const business = someOf(chance, disk.rows.business);
  if (!business) return null;
  const key = business.profileImageUrl !== null && chance.odds(0.3) ? null : drawnImageKey(chance);
  return { name: 'business.setImage', build: () => ({ id: business.id, key }) };
}

const drawnImageKey = (chance: Look['chance']): string =>
  Array.from({ length: IMAGE_KEY_CHARS }, () => chance.below(16).toString(16)).join('');

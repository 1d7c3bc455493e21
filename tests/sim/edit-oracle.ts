import type { UserRole } from '../../domain/people/user.ts';
import type { StoredRow } from '../../server/mutate/server-store.ts';
import type { Conflict } from '../../sync/protocol/conflict.ts';
import { hold } from './violation.ts';

/** The oracle's knowledge of a row that people edit. */
export interface EditedFacts {
  fields: Record<string, unknown>;
  isDeleted: boolean;
}

type Fields = Record<string, unknown>;

interface Dispute {
  table: string;
  rowId: number;
  group: string;
  userId: number;
  mine: Fields;
  isOpen: boolean;
  /** The server's id of the conflict; unknown until its row was seen. */
  id: number | null;
}

/** The simulation's own rules for the outcomes of edits, conflicts and settlements. */
export interface EditOracle {
  edit(table: string, row: EditedFacts | undefined, args: Fields & { id: number }, userId: number): string;
  /** Notes that the row is removed: its conflicts are over. */
  drop(table: string, rowId: number): void;
  settle(args: Fields & { id: number }, actor: { userId: number; role: UserRole }): string;
  /** Notes the server's ids of its conflicts. */
  learn(rows: readonly StoredRow[]): void;
  /** The same for a conflict that one commit opened and settled, as when a restored server gets both back at once. */
  learnSettled(id: number, conflict: Conflict): void;
  /** @param others conflicts that are not about edits */
  compare(rows: readonly StoredRow[], others: number): void;
}

const GROUPS: Record<string, string[][]> = {
  item: [
    ['price', 'priceMinor', 'currency'],
    ['type', 'type', 'trackStock'],
    ['category', 'itemCategoryId', 'category', 'subCategory'],
  ],
  business: [['address', 'address', 'country']],
};
const text = (value: unknown): string => JSON.stringify(value ?? null);
const isEqual = (a: Fields, b: Fields): boolean => Object.keys(a).every((field) => text(a[field]) === text(b[field]));

export function createEditOracle(rowOf: (table: string, id: number) => EditedFacts | undefined): EditOracle {
  const disputes: Dispute[] = [];
  const openOver = (table: string, rowId: number, group?: string): Dispute[] =>
    disputes.filter(
      (each) => each.isOpen && each.table === table && each.rowId === rowId && (!group || each.group === group),
    );

  function write(table: string, rowId: number, row: EditedFacts, group: string, values: Fields): void {
    Object.assign(row.fields, values);
    if (table === 'item')
      row.fields['trackStock'] = row.fields['type'] === 'product' && row.fields['trackStock'] === true;
    for (const dispute of openOver(table, rowId, group)) if (isEqual(dispute.mine, row.fields)) dispute.isOpen = false;
  }

  return {
    edit(table, row, args, userId) {
      if (!row) return 'refused';
      const [base, change] = [args['base'] as Fields, args['change'] as Fields];
      const wasDeleted = row.isDeleted;
      row.isDeleted = false;
      let [isDisputed, isAgreed] = [false, false];
      for (const [group, values] of grouped(table, change)) {
        const own = openOver(table, args.id, group).find((dispute) => dispute.userId === userId);
        const isMoved = Object.keys(values).some((field) => text(row.fields[field]) !== text(base[field]));
        if (own) {
          own.mine = { ...own.mine, ...values };
          own.isOpen = !isEqual(own.mine, row.fields);
          if (own.isOpen) isDisputed = true;
          else isAgreed = true;
        } else if (!isMoved) write(table, args.id, row, group, values);
        else if (isEqual(values, row.fields)) isAgreed = true;
        else {
          disputes.push({ table, rowId: args.id, group, userId, mine: values, isOpen: true, id: null });
          isDisputed = true;
        }
      }
      if (isDisputed) return 'conflict';
      if (wasDeleted) return 'flagged';
      return isAgreed ? 'merged' : 'applied';
    },
    drop(table, rowId) {
      for (const dispute of openOver(table, rowId)) dispute.isOpen = false;
    },
    settle(args, { userId: _, role }) {
      const dispute = disputes.find(({ id }) => id === args.id);
      const row = dispute && rowOf(dispute.table, dispute.rowId);
      if (!dispute) return 'refused';
      const isHidden = Object.keys(dispute.mine).every((field) => field === 'costPriceMinor');
      if (role === 'staff' && (isHidden || dispute.table === 'business')) return 'refused';
      if (!dispute.isOpen) return 'superseded';
      const [mine, theirs] = [args['mine'] as Fields, args['theirs'] as Fields];
      if (text(sorted(mine)) !== text(sorted(dispute.mine))) return 'conflict';
      if (args['keep'] === 'mine') {
        if (!row) return 'refused';
        if (!isEqual(theirs, row.fields)) return 'conflict';
        write(dispute.table, dispute.rowId, row, dispute.group, dispute.mine);
      }
      dispute.isOpen = false;
      return 'applied';
    },
    learn(rows) {
      for (const { table, id, row } of rows) {
        if (table !== 'conflict' || disputes.some((dispute) => dispute.id === id)) continue;
        const conflict = row as Conflict;
        if (conflict.table === 'order') continue;
        const known = disputes.find(
          (each) =>
            each.id === null &&
            each.table === conflict.table &&
            each.rowId === conflict.rowId &&
            each.group === conflict.group &&
            each.userId === conflict.mine.userId &&
            each.isOpen === (conflict.status === 'open'),
        );
        hold(
          known,
          '12',
          () => `the server keeps conflict ${id} over ${conflict.table}/${conflict.rowId}, and there is none`,
        );
        known.id = id;
      }
    },
    learnSettled(id, { table, rowId, group, mine }) {
      const known = disputes.find(
        (each) =>
          each.id === null &&
          each.table === table &&
          each.rowId === rowId &&
          each.group === group &&
          each.userId === mine.userId,
      );
      if (known && disputes.every((each) => each.id !== id)) known.id = id;
    },
    compare(rows, others) {
      const conflicts = new Map(
        rows.filter(({ table }) => table === 'conflict').map(({ id, row }) => [id, row as Conflict]),
      );
      hold(
        conflicts.size === disputes.length + others,
        '12',
        () => `the server keeps ${conflicts.size} conflicts instead of ${disputes.length + others}`,
      );
      for (const dispute of disputes) {
        const conflict = conflicts.get(dispute.id ?? 0);
        const say = (what: string) => () => `conflict ${dispute.id} over ${dispute.table}/${dispute.rowId} ${what}`;
        hold(conflict && (conflict.status === 'open') === dispute.isOpen, '12', say(`is ${conflict?.status}`));
        hold(isEqual(dispute.mine, conflict.mine.values), '1', say(`holds ${text(conflict.mine.values)} as mine`));
        const stands = rowOf(dispute.table, dispute.rowId)?.fields ?? {};
        const standing = Object.fromEntries(Object.keys(dispute.mine).map((field) => [field, stands[field]]));
        if (dispute.isOpen)
          hold(isEqual(standing, conflict.theirs.values), '12', say(`holds ${text(conflict.theirs.values)} as theirs`));
      }
    },
  };
}

/** True if the row changed after the last time that its remover saw it. */
export const isChangedSince = ({ fields }: EditedFacts, args: Fields): boolean =>
  Object.entries(args['base'] as Fields).some(([field, seen]) => text(fields[field]) !== text(seen));

const sorted = (fields: Fields): [string, unknown][] => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));

function grouped(table: string, change: Fields): [string, Fields][] {
  const groups = GROUPS[table] ?? [];
  const pick = (fields: string[]): Fields =>
    Object.fromEntries(fields.filter((field) => field in change).map((field) => [field, change[field]]));
  const alone = Object.keys(change).filter((field) => !groups.some(([, ...fields]) => fields.includes(field)));
  return [
    ...groups.map(([name = '', ...fields]) => [name, pick(fields)] as [string, Fields]),
    ...alone.map((field) => [field, pick([field])] as [string, Fields]),
  ].filter(([, values]) => Object.keys(values).length > 0);
}

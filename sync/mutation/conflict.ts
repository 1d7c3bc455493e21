import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import { mayRun } from '../../domain/people/permission.ts';
import type { UserRole } from '../../domain/people/user.ts';
import { FIELD_GROUPS, type EditedTable } from '../merge/field-groups.ts';
import { isSameValues, valuesOf } from '../merge/three-way.ts';
import type { Conflict } from '../protocol/conflict.ts';
import { isVisible } from '../protocol/projection.ts';
import type { TableName } from '../protocol/tables.ts';
import { editBaseSchema, settledConflict, writeGroups } from './edit.ts';
import { APPLIED, type Applied, defineMutation, type MutationContext, type MutationTx, refused } from './mutation.ts';
import { fulfilAnyway } from './order.ts';
import { joinNamesake } from './supplier.ts';

/** True if this role may settle this conflict: the role must be allowed to edit the row and to see the field. */
export const maySettle = (role: UserRole, conflict: Conflict): boolean =>
  isVisible('conflict', conflict, role) && (conflict.table !== 'business' || mayRun(role, 'business.edit'));

/**
 * Settles a conflict: 'theirs' stays as it is, 'mine' is written over it. The arguments hold both sides as the person
 * saw them. If the author has edited again since, or if the row has changed before 'mine' is written over it, nobody
 * has decided about the new value: the conflict stays open with that value. A second person who settles learns who was
 * first. For an order the choice is 'Keep cancelled' or 'Fulfil anyway' (M10).
 */
export const conflictSettle = defineMutation({
  name: 'conflict.settle',
  format: 1,
  class: 'claim',
  call: { method: 'POST', path: '/conflicts/{id}/settle' },
  schema: v.object({
    id: idSchema,
    keep: v.picklist(['mine', 'theirs'], 'Keep mine or theirs'),
    mine: editBaseSchema,
    theirs: editBaseSchema,
  }),
  givesBackWhenRefused: true,
  mints: () => [],
  refersTo: (args) => [{ table: 'conflict', id: args.id }],
  async apply(tx, args, context): Promise<Applied> {
    const conflict = await tx.get('conflict', args.id);
    if (!conflict) return refused('not_found');
    if (!maySettle(context.actor.role, conflict)) return refused('not_permitted');
    if (conflict.settled) {
      const { byUserId, atMs } = conflict.settled;
      return { kind: 'superseded', byUserId, atMs };
    }
    if (!isSameValues(conflict.mine.values, args.mine)) return { kind: 'conflict', groups: [conflict.group] };
    const applied = args.keep === 'mine' ? await keepMine(tx, conflict, args.theirs, context) : APPLIED;
    if (applied.kind === 'refused' || applied.kind === 'conflict') return applied;
    tx.put('conflict', settledConflict(conflict, args.keep, context));
    return applied;
  },
});

async function keepMine(
  tx: MutationTx,
  conflict: Conflict,
  theirs: Record<string, unknown>,
  context: MutationContext,
): Promise<Applied> {
  const { table, rowId, group, mine } = conflict;
  if (table === 'order') return await fulfilAnyway(tx, conflict, context);
  if (!isEdited(table)) return refused('not_found');
  const row = (await tx.get(table, rowId)) ?? (await tx.getDeleted(table, rowId));
  if (!row) return refused('not_found');
  const stands = valuesOf(row, Object.keys(mine.values));
  // On the device the present value may be the person's own edit, which the server has not seen yet. So only the server
  // compares.
  if (context.side === 'server' && !isSameValues(stands, theirs)) return { kind: 'conflict', groups: [group] };
  const others = (await tx.openConflicts({ table, id: rowId })).filter(({ id }) => id !== conflict.id);
  writeGroups(tx, context, table, row, [{ group, mine: mine.values }], others, mine.userId);
  if (table === 'supplier') await joinNamesake(tx, rowId);
  return APPLIED;
}

const isEdited = (table: TableName): table is EditedTable => Object.hasOwn(FIELD_GROUPS, table);

import type { ReplicaState } from '../ports.ts';
import { type AuditAnswer, type AuditPart, type AuditRequest } from '../protocol/audit.ts';
import { PROTOCOL_VERSION } from '../protocol/constants.ts';
import { TABLE_NAMES, TABLE_SET } from '../protocol/tables.ts';
import { differingParts, endAudit, repairPart } from '../replica/compare-copy.ts';
import { answerOf, type EnginePorts, journal, type Step } from './step.ts';

/** One run compares one part of the copy this often. A part is all of a small shop, or 2,000 rows of a large one. */
export const AUDIT_EVERY_MS = 5 * 60_000;

/**
 * Compares a part of this copy with the server by digests of the rows as they are on disk, and fetches the parts that
 * differ again (SYN-14). Nothing waits for the comparison: if the server does not answer, or its version is already
 * newer, a later run compares.
 */
export async function auditCopy(ports: EnginePorts): Promise<Step> {
  const done: Step = { kind: 'done', progress: false };
  const state = await ports.database.read((tx) => tx.meta.getState());
  if (!isDue(state, ports.clock.nowMs())) return done;
  const place = state.audit?.place ?? { table: TABLE_NAMES[0], fromMs: 0 };
  const answer = await ask(ports, {
    ...place,
    toMs: null,
    ...(state.window && { historyFromMs: state.window.sinceMs }),
  });
  const differing = answer && (await ports.database.read((tx) => differingParts(tx, answer)));
  let next = differing ? answer.next : place;
  for (const part of differing ?? []) if (!(await repair(ports, part))) next = place;
  await ports.database.write((tx) => endAudit(tx, next, ports.clock.nowMs()));
  return done;
}

/**
 * True if a comparison is due. It is also due if the last one lies in the future: a clock that was set back must not
 * delay the next comparison for a year.
 */
const isDue = (state: ReplicaState, nowMs: number): boolean =>
  state.snapshotComplete &&
  !state.historyLeft &&
  !state.sealed &&
  Math.abs(nowMs - (state.audit?.atMs ?? 0)) >= AUDIT_EVERY_MS;

/** Fetches a part again. Returns false if the part has to be compared again later. */
async function repair(ports: EnginePorts, part: AuditPart): Promise<boolean> {
  const answer = await ask(ports, { table: part.table, fromMs: part.fromMs, toMs: part.toMs });
  const count = answer && (await ports.database.write((tx) => repairPart(tx, answer, part)));
  if (count === null) return false;
  await journal(ports, 'repaired', { table: part.table, count });
  return true;
}

async function ask(ports: EnginePorts, request: Omit<AuditRequest, 'protocol'>): Promise<AuditAnswer | null> {
  const answer = answerOf(await ports.transport.audit({ protocol: PROTOCOL_VERSION, tableSet: TABLE_SET, ...request }));
  return answer.kind === 'answer' ? answer.value : null;
}

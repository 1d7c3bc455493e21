import { assert } from '../../domain/assert.ts';
import { HASH_ZERO } from '../../sync/protocol/constants.ts';
import { isVisible, projectRow } from '../../sync/protocol/projection.ts';
import type { OlderWish, PullAnswer, PullRequest } from '../../sync/protocol/pull.ts';
import {
  FIRST_TABLE_SET,
  HISTORY_TABLES,
  isInTableSet,
  parentKeys,
  type RowKey,
  rowKeyText,
  TABLE_NAMES,
  WHOLE_TABLES,
} from '../../sync/protocol/tables.ts';
import { type Cookie, firstCookie, readCookie, type View, writeCookie } from './cookie.ts';
import { cookieStateOf } from './cookie-state.ts';
import type { Caller, ChangePosition, ServerPorts, SnapshotTx, StoredRow } from './server-store.ts';

/** The caller may no longer read anything: the route answers 401 (SYN-25). */
export class MayNotRead extends Error {}

interface Page {
  kind: PullAnswer['kind'];
  rows: StoredRow[];
  cookie: Cookie;
  more: boolean;
  /** The version up to which the device then has everything. */
  version: number;
  confirms: boolean;
}

/**
 * Answers a pull with one page of rows that the device lacks, out of one snapshot (SYN-11): first all rows table by
 * table, then every change since in the order (version, table, id); history rows if the device wants them. Only the
 * last page of a snapshot has the outcomes of the device's own mutations.
 */
export async function answerPull(ports: ServerPorts, caller: Caller, request: PullRequest): Promise<PullAnswer> {
  const nowMs = ports.clock.nowMs();
  return await ports.store.snapshot(caller.businessId, async (tx) => {
    const actor = await tx.actor(caller.userId);
    if (!actor?.isActive) throw new MayNotRead('This account may not read this shop');
    const view = { projection: actor.role, tableSet: request.tableSet ?? FIRST_TABLE_SET };
    const brought = request.cookie === null ? null : readCookie(request.cookie);
    const cookieState = request.cookie === null ? 'good' : await cookieStateOf(brought, tx);
    const page =
      cookieState === 'good'
        ? await nextPage(tx, cookieFor(brought, tx, view, nowMs), request)
        : turnedAway(cookieState, cookieFor(null, tx, view, nowMs));
    return {
      epoch: tx.epoch,
      serverTimeMs: nowMs,
      baseCookie: request.cookie,
      cookie: writeCookie({ ...page.cookie, seen: { version: tx.version, nonce: tx.nonce } }),
      kind: page.kind,
      projection: actor.role,
      version: page.version,
      ...packed(page.rows, view),
      more: page.more,
      historyLeft: page.cookie.history !== null,
      confirmed: page.confirms ? await confirmation(tx, request) : null,
    };
  });
}

/**
 * Returns the device's cookie, or the first cookie for a first pull. If the role changed, or the build knows more
 * tables than before, the device gets all rows again in its new view (SYN-13). Tombstones still follow from its old
 * version.
 */
function cookieFor(brought: Cookie | null, tx: SnapshotTx, view: View, nowMs: number): Cookie {
  const hasAll = brought?.projection === view.projection && brought.tableSet >= view.tableSet;
  if (hasAll) return { ...brought, tableSet: view.tableSet };
  const first = firstCookie(tx, view, nowMs);
  return brought ? { ...first, version: brought.version, sinceMs: brought.sinceMs } : first;
}

/**
 * Returns a page without rows, for a device that cannot continue in this history. It then pulls into staging, without a
 * cookie.
 */
const turnedAway = (kind: 'resync' | 'restored', cookie: Cookie): Page => ({
  kind,
  rows: [],
  cookie,
  more: false,
  version: 0,
  confirms: false,
});

async function nextPage(tx: SnapshotTx, cookie: Cookie, request: PullRequest): Promise<Page> {
  if (cookie.snapshot) return await snapshotPage(tx, cookie, cookie.snapshot, request.rowsMax);
  if (request.want === 'older' && request.older) return await olderPage(tx, cookie, request.older, request.rowsMax);
  if (request.want === 'history' && cookie.history)
    return await historyPage(tx, cookie, cookie.history, request.rowsMax);
  return await changesPage(tx, cookie, request.rowsMax);
}

async function snapshotPage(
  tx: SnapshotTx,
  cookie: Cookie,
  from: NonNullable<Cookie['snapshot']>,
  rowsMax: number,
): Promise<Page> {
  const rows: StoredRow[] = [];
  let { tableIndex, id } = from;
  while (rows.length < rowsMax) {
    const table = WHOLE_TABLES[tableIndex];
    if (!table) break;
    const wanted = rowsMax - rows.length;
    const found = await tx.rowsAfter(table, id, wanted);
    rows.push(...found.filter((stored) => !isChildSince(stored, cookie.version)));
    if (found.length < wanted) [tableIndex, id] = [tableIndex + 1, 0];
    else id = found.at(-1)?.id ?? id;
  }
  const snapshot = tableIndex < WHOLE_TABLES.length ? { tableIndex, id } : null;
  return { kind: 'snapshot', rows, cookie: { ...cookie, snapshot }, more: true, version: 0, confirms: false };
}

/**
 * True for a row that refers to others and was written after the snapshot began. Its parents may be as new, and belong
 * to a page that was sent already. So the row is left for the changes, which bring the parents first.
 */
const isChildSince = ({ table, version, row }: StoredRow, begunAt: number): boolean =>
  version > begunAt && row !== null && parentKeys(table, row as never).length > 0;

async function changesPage(tx: SnapshotTx, cookie: Cookie, rowsMax: number): Promise<Page> {
  const from: ChangePosition = cookie.change ?? { version: cookie.version, tableIndex: TABLE_NAMES.length, id: 0 };
  const found = await tx.changesAfter(from, rowsMax + 1);
  if (found.length <= rowsMax) {
    return {
      kind: 'changes',
      rows: found,
      cookie: { ...cookie, version: tx.version, change: null },
      more: false,
      version: tx.version,
      confirms: true,
    };
  }
  const rows = found.slice(0, rowsMax);
  const last = rows.at(-1);
  assert(last, 'A page that does not exhaust its snapshot has rows');
  const change = { version: last.version, tableIndex: TABLE_NAMES.indexOf(last.table), id: last.id };
  return {
    kind: 'changes',
    rows: [...(await parentsBeyond(tx, rows, change)), ...rows],
    cookie: { ...cookie, change },
    more: true,
    version: last.version - 1,
    confirms: false,
  };
}

/**
 * Returns the parents that would come only with a later page, because they changed again. The page includes them, so
 * that no child is ever visible before its parent. Parents of parents are included too: a purchase may refer to a
 * supplier that is an alias of another.
 */
async function parentsBeyond(tx: SnapshotTx, rows: readonly StoredRow[], end: ChangePosition): Promise<StoredRow[]> {
  const known = new Set(rows.map(rowKeyText));
  const beyond: StoredRow[] = [];
  for (let children = rows; children.length > 0;) {
    const keys = children
      .flatMap(({ table, row }) => (row ? parentKeys(table, row) : []))
      .filter((key) => !known.has(rowKeyText(key)));
    for (const key of keys) known.add(rowKeyText(key));
    const parents = keys.length > 0 ? await tx.rowsOf(distinct(keys)) : [];
    children = parents.filter((parent) => parent.row !== null && parent.version >= end.version);
    beyond.push(...children);
  }
  return beyond;
}

const distinct = (keys: readonly RowKey[]): RowKey[] => [
  ...new Map(keys.map((key) => [rowKeyText(key), key])).values(),
];

async function historyPage(
  tx: SnapshotTx,
  cookie: Cookie,
  from: NonNullable<Cookie['history']>,
  rowsMax: number,
): Promise<Page> {
  const table = HISTORY_TABLES[from.tableIndex];
  const bounds = { sinceMs: cookie.sinceMs, versionMax: cookie.version };
  const rows = table ? await tx.historyBefore(table, from.place, bounds, rowsMax) : [];
  const last = rows.at(-1)?.row;
  const isTableDone = rows.length < rowsMax;
  const next = isTableDone
    ? { tableIndex: from.tableIndex + 1, place: null }
    : {
        tableIndex: from.tableIndex,
        place: last && 'createdAtMs' in last ? { createdAtMs: last.createdAtMs, id: last.id } : null,
      };
  const history = next.tableIndex < HISTORY_TABLES.length ? next : null;
  return { kind: 'history', rows, cookie: { ...cookie, history }, more: history !== null, version: 0, confirms: false };
}

/** Returns a page of rows from before the window, of any age; rows that the changes bring are left out (SYN-12). */
async function olderPage(tx: SnapshotTx, cookie: Cookie, { table, before }: OlderWish, rowsMax: number): Promise<Page> {
  const rows = await tx.historyBefore(table, before, { sinceMs: 0, versionMax: cookie.version }, rowsMax);
  return { kind: 'older', rows, cookie, more: rows.length === rowsMax, version: 0, confirms: false };
}

function packed(rows: readonly StoredRow[], { projection, tableSet }: View): Pick<PullAnswer, 'pages' | 'tombstones'> {
  const known = rows.filter(({ table }) => isInTableSet(table, tableSet));
  const pages = TABLE_NAMES.map((table) => ({
    table,
    rows: known.flatMap((stored) =>
      stored.table === table && stored.row && isVisible(table, stored.row as never, projection)
        ? [
            {
              ...projectRow(table, stored.row as never, projection),
              version: stored.version,
            } as Record<string, unknown>,
          ]
        : [],
    ),
  }));
  const tombstones = known
    .filter((stored) => stored.row === null)
    .map(({ table, id, version }) => ({ table, id, version }));
  return { pages: pages.filter((page) => page.rows.length > 0), tombstones };
}

async function confirmation(tx: SnapshotTx, request: PullRequest): Promise<NonNullable<PullAnswer['confirmed']>> {
  const client = await tx.client(request.clientId);
  // The server does not know the client until its first push.
  if (!client) return { lmid: 0, hash: HASH_ZERO, outcomes: [] };
  const { clientId, confirmedMid } = request;
  const outcomes = client.lmid > confirmedMid ? await tx.outcomesAfter(clientId, confirmedMid) : [];
  return { lmid: client.lmid, hash: client.lmid === 0 ? HASH_ZERO : client.hash, outcomes };
}

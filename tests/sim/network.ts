import * as v from 'valibot';
import type { CallResult, Transport } from '../../sync/ports.ts';
import { auditAnswerSchema } from '../../sync/protocol/audit.ts';
import { type KnownActsAnswer, knownActsAnswerSchema } from '../../sync/protocol/known-acts.ts';
import { type PullWire, pullWireSchema, unpackPull } from '../../sync/protocol/pull-wire.ts';
import { type PushAnswer, pushAnswerSchema } from '../../sync/protocol/push.ts';
import { FIRST_TABLE_SET, isInTableSet, type TableName } from '../../sync/protocol/tables.ts';
import type { Caller } from '../../server/mutate/server-store.ts';
import { type NetworkFault } from './plan.ts';
import type { Chance } from './random.ts';
import type { Task } from './scheduler.ts';
import type { CallKind } from './server.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** A device's way to the server. */
export interface Line {
  readonly name: string;
  readonly chance: Chance;
  /** 'down': the device knows that it is offline. 'dead': it does not. */
  state: 'up' | 'down' | 'dead';
  /** The user whose session the requests have; null: no session. */
  caller: Caller | null;
  /** The set of tables that the device's build knows. */
  tableSet: number;
}

const TIME_OUT_MS = 45_000;
const UNREACHABLE = { kind: 'unreachable' } as const;

/** The engine's transport over a faulty network. Bodies are sent as text, so that both sides share no object. */
export function createTransport(world: World, line: Line, task: Task): Transport {
  const call = async <T>(kind: CallKind, request: unknown, read: (json: unknown) => T): Promise<CallResult<T>> => {
    world.requestCount += 1;
    const result = await send(world, line, task, kind, JSON.stringify(request));
    return result.kind === 'answer' ? { kind: 'answer', value: read(JSON.parse(result.value)) } : result;
  };
  // The first builds sent no table set.
  const asked = () => ({ tableSet: line.tableSet === FIRST_TABLE_SET ? undefined : line.tableSet });
  /** Fails if an answer has a table that the device's build does not know. */
  const knownOnly = <T>(answer: T, places: readonly { table: TableName }[]): T => {
    for (const { table } of places)
      if (!isInTableSet(table, line.tableSet))
        world.fail(new Violation(`[11] ${line.name}, an older build, was sent the table ${table}`));
    return answer;
  };
  return {
    push: (request) => call('push', request, (json) => v.parse(pushAnswerSchema, json)),
    pull: (request) =>
      call('pull', { ...request, ...asked() }, (json) => {
        const answer = unpackPull(v.parse(pullWireSchema, json));
        return knownOnly(answer, [...answer.pages, ...answer.tombstones]);
      }),
    audit: (request) =>
      call('audit', { ...request, ...asked() }, (json) => {
        const answer = v.parse(auditAnswerSchema, json);
        return knownOnly(answer, answer.next ? [...answer.parts, answer.next] : answer.parts);
      }),
    knownActs: (request) => call('knownActs', request, (json) => v.parse(knownActsAnswerSchema, json)),
  };
}

/** Sends one request. The server handles it even if the waiting task dies; the result goes to a living task only. */
function send(world: World, line: Line, task: Task, kind: CallKind, body: string): Promise<CallResult<string>> {
  const { scheduler, wire } = world;
  const { chance } = line;
  const now = scheduler.nowMs();
  return new Promise((resolve) => {
    const finish = (result: CallResult<string>, atMs: number) => scheduler.at(task, atMs, () => resolve(result));
    if (line.state !== 'up') return finish(UNREACHABLE, now + (line.state === 'down' ? 5 : chance.between(50, 8_000)));
    const isHit = (fault: NetworkFault) =>
      world.isFaulty && chance.odds(world.plan.faultOdds[fault]) && say(world, line, `${kind}: ${fault}`);
    const latency = () => chance.between(10, 250) + (isHit('delay') ? chance.between(500, 20_000) : 0);
    finish(UNREACHABLE, now + TIME_OUT_MS);
    if (isHit('hang')) return;
    if (isHit('drop') || isHit('portal')) return finish(UNREACHABLE, now + latency());
    if (isHit('signedOut')) return finish({ kind: 'signed_out' }, now + latency());
    if (isHit('outdated')) return finish({ kind: 'outdated' }, now + latency());
    if (isHit('tooLarge') && kind === 'push') return finish({ kind: 'too_large' }, now + latency());
    if (isHit('serverError')) return finish(trouble(chance), now + latency());

    const { restoreCount } = world;
    const deliver = (atMs: number, onAnswer: (result: CallResult<string>) => void) =>
      scheduler.at(wire, atMs, () => {
        // A proxy may hold a request while the server is restored, although it was sent to the server of before.
        if (world.restoreCount > restoreCount) world.reach('a request held over a restore');
        void carryOut(world, line, kind, body).then(onAnswer);
      });
    const isLost = isHit('loseAnswer');
    const isGarbled = isHit('errorAfterCommit');
    deliver(now + latency(), (result) => {
      if ((isLost || isGarbled) && kind === 'push' && result.kind === 'answer') world.reach('lost answer after commit');
      if (line.state !== 'up' || isLost) return;
      finish(isGarbled ? trouble(chance) : result, scheduler.nowMs() + latency());
    });
    if (isHit('duplicate'))
      deliver(now + latency() + (chance.odds(0.3) ? chance.between(1_000, 600_000) : 0), () => undefined);
  });
}

async function carryOut(world: World, line: Line, kind: CallKind, body: string): Promise<CallResult<string>> {
  if (!world.server.isUp) return UNREACHABLE;
  const result = await world.server.answer(line.caller, kind, body);
  if (world.isTraced) say(world, line, `${kind} → ${result.kind === 'answer' ? shortened(result.value) : result.kind}`);
  return result;
}

/** Shortens an answer for the trace. */
function shortened(text: string): string {
  // The simulation's own server has written it, so its form is known.
  const answer = JSON.parse(text) as Partial<PushAnswer & PullWire & KnownActsAnswer>;
  const { result, lmid, outcomes, stopped, kind, version, pages, more, confirmed, known } = answer;
  const rows = pages?.map(({ table, count }) => `${count} ${table}`).join(', ');
  const decided = outcomes?.map((outcome) => `${outcome.mid} ${outcome.kind}`).join(', ');
  return JSON.stringify({
    result,
    lmid,
    decided,
    stopped,
    kind,
    version,
    rows,
    more,
    confirmed: confirmed?.lmid,
    known: known?.length,
  });
}

function say(world: World, line: Line, what: string): true {
  world.note(line.name, what);
  return true;
}

const trouble = (chance: Chance): CallResult<never> => ({
  kind: 'retry_later',
  status: chance.pick([500, 503, 429]),
  retryAfterMs: chance.odds(0.3) ? chance.between(1, 30) * 1_000 : null,
});

import { beforeEach, expect, test } from 'vitest';
import { actDecisions, answerKnownActs } from '../../../server/mutate/answer-known-acts.ts';
import type { DecidedAct, ServerPorts } from '../../../server/mutate/server-store.ts';
import type { Outcome } from '../../../sync/protocol/outcome.ts';
import { PROTOCOL_VERSION } from '../../../sync/protocol/constants.ts';
import { createMemoryServerStore, type MemoryServerStore } from '../../support/memory/memory-server-store.ts';
import { NOON_MS } from '../../support/shop-rows.ts';
import { shopRows } from '../../sim/shop.ts';

const [OURS, THEIRS] = [1_000, 2_000];
const CALLER = { businessId: OURS, userId: OURS + 1 };
const [COPY, OTHER] = ['000000000000000a', '000000000000000b'];
const actOf = (digit: string) => digit.repeat(32);

let store: MemoryServerStore;
let ports: ServerPorts;
beforeEach(() => {
  const random = { below: () => 0 };
  store = createMemoryServerStore({ random });
  for (const businessId of [OURS, THEIRS]) store.addBusiness(businessId, 'e', shopRows(businessId, NOON_MS));
  const clock = { nowMs: () => NOON_MS };
  ports = { store, clock, random, announce: () => undefined, isMutationsFault: () => false };
});

const said = (act: string, attempt: number, mid: number, kind: Outcome['kind'], codes: string[] = []): DecidedAct => ({
  act,
  attempt,
  outcome: { mid, h: `${mid}`.padStart(32, '0'), kind, codes, detail: {} },
});
const decide = (clientId: string, decided: DecidedAct[], businessId = OURS) =>
  store.change(businessId, (tx) => tx.addOutcomes(clientId, decided, NOON_MS));
const ask = (...acts: string[]) => answerKnownActs(ports, CALLER, { protocol: PROTOCOL_VERSION, acts });

test('SYN-21 a server knows what it accepted and what it refused, by whomever it came, and nothing of another shop', async () => {
  const accepted = said(actOf('a'), 0, 1, 'flagged', ['oversold']);
  const refused = said(actOf('b'), 0, 2, 'refused', ['not_found']);
  const setAside = said(actOf('c'), 0, 1, 'quarantined');
  await decide(COPY, [accepted, refused]);
  await decide(OTHER, [setAside]);
  await decide(COPY, [said(actOf('d'), 0, 1, 'applied')], THEIRS);
  const answer = await ask(actOf('a'), actOf('b'), actOf('c'), actOf('d'), actOf('e'));
  expect({ ...answer, known: new Set(answer.known) }).toEqual({
    epoch: 'e',
    serverTimeMs: NOON_MS,
    cookie: answer.cookie,
    known: new Set([accepted, refused, setAside].map(({ act, outcome }) => ({ act, outcome }))),
  });
  expect((await ask()).known).toEqual([]);
});

test('SYN-21 asking takes no version', async () => {
  const before = await store.change(OURS, async (tx) => tx.version);
  await ask(actOf('a'));
  expect(await store.change(OURS, async (tx) => tx.version)).toBe(before + 1);
});

test('SYN-5 of an act the attempt that was accepted is told, in whichever order they came, else the last that was not', async () => {
  const [first, second, third] = [
    said(actOf('a'), 0, 1, 'refused', ['not_found']),
    said(actOf('a'), 1, 2, 'merged'),
    said(actOf('a'), 2, 3, 'refused', ['invalid']),
  ];
  await decide(COPY, [third]);
  await decide(OTHER, [first]);
  expect((await ask(actOf('a'))).known).toEqual([{ act: actOf('a'), outcome: third.outcome }]);
  await decide('000000000000000c', [second]);
  expect((await ask(actOf('a'))).known).toEqual([{ act: actOf('a'), outcome: second.outcome }]);
  for (const order of [
    [first, second, third],
    [third, second, first],
    [second, third, first],
  ]) {
    const decision = actDecisions(order).get(actOf('a'));
    expect([decision?.accepted, decision?.last]).toEqual([second.outcome, second.outcome]);
    expect(decision?.refusals).toEqual(
      new Map([
        [0, first.outcome],
        [2, third.outcome],
      ]),
    );
  }
});

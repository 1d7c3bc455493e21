import { describe, expect, test } from 'vitest';
import { mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { type OutboxFile, readOutboxFile, writeOutboxFile } from '../../../sync/protocol/outbox-file.ts';
import { HASH_ZERO } from '../../../sync/protocol/constants.ts';
import { type WireMutation } from '../../../sync/protocol/push.ts';
import { placedFromOne } from '../../../sync/replica/new-queue.ts';
import { wire } from '../../support/device/outbox-rows.ts';
import { actBefore, runBefore } from './wire-before.ts';

/** Gives these mutations the mids and hashes of a queue's beginning. */
const chained = (wires: WireMutation[]): WireMutation[] =>
  placedFromOne(wires.map((each) => ({ wire: each }))).map(({ wire: placed }) => placed);

const run = (count: number): WireMutation[] =>
  chained(
    Array.from({ length: count }, (_, index) =>
      wire(index + 1, { name: 'customer.create', args: { id: index + 7, name: 'Asha "A"\n' } }),
    ),
  );

const FILE: OutboxFile = { businessId: 9, userId: 70, writtenAtMs: 5, mutations: run(3) };
const TEXT = writeOutboxFile(FILE);

const linesOf = (text: string): string[] => text.trimEnd().split('\n');
const error = (text: string) => {
  const read = readOutboxFile(text);
  return read.ok ? null : read.error;
};

/** Returns damaged versions of a file by the kind of damage. */
const harms = (lines: readonly string[]): [string, readonly (string | undefined)[]][] => [
  ['a line is missing', lines.filter((_, index) => index !== 2)],
  ['its first line is missing', lines.filter((_, index) => index !== 1)],
  ['two lines changed places', [lines[0], lines[2], lines[1], ...lines.slice(3)]],
  ['a line stands twice', [...lines.slice(0, 3), ...lines.slice(2)]],
  ['an amount was altered', lines.map((line) => line.replace('"id":8', '"id":9'))],
  ['another author was put in', lines.map((line) => line.replace('"actorUserId":70', '"actorUserId":71'))],
  ['there is nothing in it', [lines[0], '{"end":0}']],
  ['its head is not whole', [lines[0]?.replace('"userId"', '"user"'), ...lines.slice(1)]],
];

describe('a file of waiting changes', () => {
  const lines = linesOf(TEXT);

  test('SYN-27 is JSON lines with acts, places and hashes, and is read as it was written', () => {
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { kaunta: 'outbox', format: 2, businessId: 9, userId: 70, writtenAtMs: 5 },
      ...FILE.mutations,
      { end: 3 },
    ]);
    expect(readOutboxFile(TEXT)).toEqual({ ok: true, value: FILE });
    // An editor or mail program may have changed the line endings.
    expect(readOutboxFile(TEXT.replaceAll('\n', '\r\n'))).toEqual({ ok: true, value: FILE });
  });

  test('SYN-27 that was cut off anywhere is known as damaged', () => {
    const headEnd = (lines[0]?.length ?? 0) + 1;
    for (let end = headEnd; end < TEXT.length - 1; end += 7) expect(error(TEXT.slice(0, end))).toBe('damaged');
  });

  test.each([
    ...harms(lines),
    ['another act was put in', lines.map((line) => line.replace('"act":"a', '"act":"b'))],
    ['another attempt was put in', lines.map((line) => line.replace('"attempt":0', '"attempt":1'))],
    ['what one needs was put in', lines.map((line) => line.replace('"deps":[]', `"deps":["${'a'.repeat(32)}"]`))],
    ['it begins in the middle of a queue', lines.map((line) => line.replace(/"mid":(\d)/, '"mid":1$1'))],
  ])('SYN-27 %s: damaged', (_, harmed) => {
    expect(harmed).not.toEqual(lines);
    expect(error(harmed.join('\n'))).toBe('damaged');
  });

  test('SYN-27 a hole among its mids is damage, whatever its hashes say', () => {
    const [first] = run(1);
    if (!first) throw new Error('There is one');
    const { h: _h, ...open } = { ...first, mid: 3 };
    const mutations = [first, { ...open, h: mutationHash(first.h, open) }];
    expect(error(writeOutboxFile({ ...FILE, mutations }))).toBe('damaged');
  });

  test.each([
    ['', 'foreign'],
    ['{"kaunta":"journal"}', 'foreign'],
    ['PK\u0003\u0004 a picture', 'foreign'],
    [TEXT.replace('"format":2', '"format":3'), 'newer'],
  ])('SYN-27 %j: %s', (text, expected) => {
    expect(error(text)).toBe(expected);
  });
});

describe('a file of the build before', () => {
  const QUEUE = { clientId: '0123456789abcdef', incarnation: 2, previousHash: 'c'.repeat(32) };
  const WIRES = runBefore(QUEUE.previousHash, 4, [
    { args: { id: 7, name: 'Asha' } },
    { args: { id: 8, name: 'Grace' } },
    { name: 'sale.create', format: 2, args: { id: 18, customerId: 7 }, deps: [3, 4] },
  ]);
  const device = {
    ...{ pendingCount: 3, oldestPendingAtMs: 1, appVersion: '0.1.0' },
    ...{ clockOffsetMs: null, storagePersistent: true },
  };
  const textOf = (head: object, wires: readonly object[]): string =>
    [{ kaunta: 'outbox', format: 1, ...head }, ...wires, { end: wires.length }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
  const HEAD = { businessId: 9, userId: 70, ...QUEUE, writtenAtMs: 5, device };
  const BEFORE = textOf(HEAD, WIRES);

  test('SYN-27 SYN-5 is read: the same acts as everywhere else, what they need by its act, in a queue of their own', () => {
    const acts = WIRES.map((written) => actBefore(QUEUE.clientId, QUEUE.incarnation, written));
    const [asha, grace, sale] = WIRES.map(({ deps: _deps, ...written }, index) => ({
      ...written,
      ...{ act: acts[index] ?? '', attempt: 0, mid: index + 1 },
    }));
    if (!asha || !grace || !sale) throw new Error('There are three');
    const mutations = chained([
      { ...asha, deps: [] },
      { ...grace, deps: [] },
      // The queue's third mutation was decided before the file was written.
      { ...sale, deps: [acts[0] ?? ''] },
    ]);
    const read = readOutboxFile(BEFORE);
    expect(read).toEqual({ ok: true, value: { businessId: 9, userId: 70, writtenAtMs: 5, mutations } });
    // It is written again in this build's format.
    expect(readOutboxFile(writeOutboxFile({ businessId: 9, userId: 70, writtenAtMs: 5, mutations }))).toEqual(read);
  });

  test('SYN-27 that was cut off anywhere is known as damaged', () => {
    const headEnd = (linesOf(BEFORE)[0]?.length ?? 0) + 1;
    for (let end = headEnd; end < BEFORE.length - 1; end += 7) expect(error(BEFORE.slice(0, end))).toBe('damaged');
  });

  const lines = linesOf(BEFORE);
  test.each([
    ...harms(lines),
    ['the hash before it was altered', [lines[0]?.replace('c'.repeat(32), HASH_ZERO), ...lines.slice(1)]],
    ['its incarnation is none', lines.map((line) => line.replace('"incarnation":2', '"incarnation":0'))],
    ['its client is missing', [lines[0]?.replace('"clientId"', '"client"'), ...lines.slice(1)]],
    ['what one needs was altered', lines.map((line) => line.replace('"deps":[3,4]', '"deps":[3]'))],
    [
      'it says that it is of this build',
      lines.map((line) => line.replace('"kaunta":"outbox","format":1', '"kaunta":"outbox","format":2')),
    ],
  ])('SYN-27 %s: damaged', (_, harmed) => {
    expect(harmed).not.toEqual(lines);
    expect(error(harmed.join('\n'))).toBe('damaged');
  });
});

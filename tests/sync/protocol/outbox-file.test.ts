import { expect, test } from 'vitest';
import { HASH_ZERO, mutationHash } from '../../../sync/protocol/mutation-hash.ts';
import { type OutboxFile, readOutboxFile, writeOutboxFile } from '../../../sync/protocol/outbox-file.ts';
import type { WireMutation } from '../../../sync/protocol/push.ts';
import { wire } from '../../support/outbox-rows.ts';

function run(count: number): WireMutation[] {
  let previous = HASH_ZERO;
  return Array.from({ length: count }, (_, index) => {
    const { h: _h, ...open } = wire(index + 1, {
      name: 'customer.create',
      args: { id: index + 7, name: 'Asha "A"\n' },
    });
    previous = mutationHash(previous, open);
    return { ...open, h: previous };
  });
}

const FILE: OutboxFile = {
  businessId: 9,
  userId: 70,
  clientId: '0123456789abcdef',
  incarnation: 2,
  previousHash: HASH_ZERO,
  writtenAtMs: 5,
  device: {
    pendingCount: 3,
    oldestPendingAtMs: 1,
    appVersion: '0.1.0',
    clockOffsetMs: null,
    storagePersistent: true,
  },
  mutations: run(3),
};
const TEXT = writeOutboxFile(FILE);
const LINES = TEXT.trimEnd().split('\n');
const error = (text: string) => {
  const read = readOutboxFile(text);
  return read.ok ? null : read.error;
};

test('SYN-27 is JSON lines with mids, hashes and incarnation, and is read as it was written', () => {
  expect(LINES.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { kaunta: 'outbox', format: 1, businessId: 9, userId: 70, incarnation: 2, previousHash: HASH_ZERO },
    ...FILE.mutations.map(({ mid, h }) => ({ mid, h })),
    { end: 3 },
  ]);
  expect(readOutboxFile(TEXT)).toEqual({ ok: true, value: FILE });
  // An editor or a mail may have changed the ends of the lines.
  expect(readOutboxFile(TEXT.replaceAll('\n', '\r\n'))).toEqual({ ok: true, value: FILE });
});

test('SYN-27 a file that was cut off anywhere is known as damaged', () => {
  const headEnd = (LINES[0]?.length ?? 0) + 1;
  for (let end = headEnd; end < TEXT.length - 1; end += 7) expect(error(TEXT.slice(0, end))).toBe('damaged');
});

test.each([
  ['a line is missing', LINES.filter((_, index) => index !== 2)],
  ['two lines changed places', [LINES[0], LINES[2], LINES[1], ...LINES.slice(3)]],
  ['an amount was altered', LINES.map((line) => line.replace('"id":8', '"id":9'))],
  ['another author was put in', LINES.map((line) => line.replace('"actorUserId":70', '"actorUserId":71'))],
  ['the hash before it was altered', [LINES[0]?.replace(HASH_ZERO, '1'.repeat(32)), ...LINES.slice(1)]],
  ['there is nothing in it', [LINES[0], '{"end":0}']],
  ['its head is not whole', ['{"kaunta":"outbox","format":1}', ...LINES.slice(1)]],
])('SYN-27 %s: damaged', (_, lines) => {
  expect(error(lines.join('\n'))).toBe('damaged');
});

test.each([
  ['', 'foreign'],
  ['{"kaunta":"journal"}', 'foreign'],
  ['PK\u0003\u0004 a picture', 'foreign'],
  [TEXT.replace('"format":1', '"format":2'), 'newer'],
])('SYN-27 %j: %s', (text, expected) => {
  expect(error(text)).toBe(expected);
});

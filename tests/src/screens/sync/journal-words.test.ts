import { expect, test } from 'vitest';
import { journalSentence } from '../../../../src/screens/sync/journal-words.ts';

test.each([
  ['a copy', { sentAgain: 3 }, '3 changes'],
  ['a copy with nothing that waits', { sentAgain: 0 }, '0 changes'],
  ['a copy, as the build before wrote it', { left: 1, now: 2, reissued: 1 }, 'its changes'],
])('SYN-20 SYN-27 the journal tells of %s what became of its changes', (_, detail, changes) => {
  expect(journalSentence({ what: 'fork', detail })).toBe(
    `This device is a copy, or was put back to an earlier time. It sends ${changes} in a queue of its own.`,
  );
});

test.each([
  ['a server that was restored', { sent: 5 }, 5],
  ['one that lacks nothing', { sent: 0 }, 0],
  ['one, as the build before wrote it', { sent: 2, passed: 1 }, 2],
])('SYN-21 SYN-27 the journal tells what %s gets back', (_, detail, count) => {
  expect(journalSentence({ what: 'healed', detail })).toBe(
    `The restored server gets back ${count} changes of this device.`,
  );
  expect(journalSentence({ what: 'restored', detail: {} })).toBe(
    'The server was restored from a backup. This device sends what it lacks, then takes the shop anew.',
  );
});

test('SYN-27 what no build here knows is shown as it is', () => {
  expect(journalSentence({ what: 'toString', detail: { count: 1 } })).toBe('toString {"count":1}');
});

test.each([
  ['imported', { count: 1 }, 'A file with 1 change was imported.'],
  ['imported', { count: 2 }, 'A file with 2 changes was imported.'],
  ['released', { count: 1 }, '1 change that somebody else left on this device was sent in their name.'],
  ['released', { count: 2 }, '2 changes that somebody else left on this device were sent in their name.'],
  ['healed', { sent: 1 }, 'The restored server gets back 1 change of this device.'],
  [
    'repaired',
    { table: 'item', count: 1 },
    'Some of what this device kept was not as the server has it (item); 1 entry was fetched again.',
  ],
])('SYN-27 the journal counts one as one: %s %j', (what, detail, sentence) => {
  expect(journalSentence({ what, detail })).toBe(sentence);
});

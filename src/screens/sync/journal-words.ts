import type { JournalEvent } from '../../../sync/ports.ts';

type Detail = JournalEvent['detail'];

const SENTENCES: Readonly<Record<string, (detail: Detail) => string>> = {
  offline: ({ waitMs }) => `The server could not be reached.${nextTry(waitMs)}`,
  failed: ({ waitMs, status }) => `The server could not do it (${status ?? 'no status'}).${nextTry(waitMs)}`,
  signed_out: () => 'The server asks to sign in again.',
  dismissed: () => 'The server says that this account is no longer active.',
  reinstated: () => 'The server says that this account is active again.',
  outdated: () => 'The server asks for a newer version of Kaunta.',
  gap: ({ lmid }) => `The server has changes up to number ${lmid}; sending goes on from there.`,
  stopped: ({ mid }) => `The server could not do change number ${mid} yet. It is tried again.`,
  stale_page: () => 'An answer was not needed any more.',
  repaired: ({ table, count }) =>
    `Some of what this device kept was not as the server has it (${table}); ${counted(count, 'entry was', 'entries were')} fetched again.`,
  resync: () => 'This device takes the shop anew. What is here can be used meanwhile.',
  restored: () => 'The server was restored from a backup. This device sends what it lacks, then takes the shop anew.',
  healed: ({ sent }) => `The restored server gets back ${counted(sent, 'change', 'changes')} of this device.`,
  fork: ({ sentAgain }) =>
    `This device is a copy, or was put back to an earlier time. It sends ${sentAgain === undefined ? 'its changes' : counted(sentAgain, 'change', 'changes')} in a queue of its own.`,
  // Older builds, in which devices leased their ids, wrote this event. Old journals still hold it.
  id_clash: () => 'An id of this device was taken already. What it was for was sent under another.',
  lock_taken_over: () => 'Sending stood still, and this page took it over.',
  watchdog: () => 'Sending stood still and was started again.',
  discarded: ({ mid, others }) => `Change number ${mid} was discarded${withOthers(others)}.`,
  retried: ({ mid, others }) => `Change number ${mid} was sent again${withOthers(others)}.`,
  imported: ({ count }) => `A file with ${counted(count, 'change', 'changes')} was imported.`,
  released: ({ count }) =>
    `${counted(count, 'change', 'changes')} that somebody else left on this device ${count === 1 ? 'was' : 'were'} sent in their name.`,
  search_failed: ({ reason }) => `A search did not work: ${reason}`,
};

/** Returns an event of the journal as a sentence (SYN-27). */
export function journalSentence({ what, detail }: Pick<JournalEvent, 'what' | 'detail'>): string {
  const sentence = Object.hasOwn(SENTENCES, what) ? SENTENCES[what] : undefined;
  return sentence ? sentence(detail) : `${what} ${JSON.stringify(detail)}`;
}

const counted = (count: Detail[string] | undefined, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const nextTry = (waitMs: Detail[string] | undefined): string =>
  typeof waitMs === 'number' ? ` Next try after ${Math.max(1, Math.round(waitMs / 1_000))} s.` : '';

const withOthers = (count: Detail[string] | undefined): string =>
  typeof count === 'number' && count > 0 ? `, with ${count} more that belong to it` : '';

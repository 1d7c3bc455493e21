import type { OutboxEntry } from '../../../sync/ports.ts';
import { refusalSentence } from '../words.ts';

/** Shown if the row's id is already taken by another row (SYN-22). */
const CLASHED = 'Its number was already in use by something else. Retry sends it under another one.';

/** Returns why a person must decide about an entry. */
export function reasonOf({ state, outcome, unfit }: Pick<OutboxEntry, 'state' | 'outcome' | 'unfit'>): string {
  if (state === 'refused')
    return outcome?.codes.includes('id_clash') ? CLASHED : refusalSentence(outcome?.codes[0] ?? 'invalid');
  if (state === 'quarantined')
    return 'The server has it but could not process it. It is kept there for somebody to look at.';
  return `It no longer fits what the server has. ${refusalSentence(unfit ?? 'invalid')}`;
}

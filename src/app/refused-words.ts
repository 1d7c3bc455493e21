import type { OutboxEntry } from '../../sync/ports.ts';
import { refusalSentence } from './words.ts';

/** A device sends it again by itself as soon as it can (SYN-22); of a copied profile, the copy that got there first. */
const CLASHED =
  'Its number was already in use. This phone, or a copy of its data, sends it again under another one: look whether it is there before you retry it.';

/** Why an entry needs a person. */
export function reasonOf({ state, outcome, unfit }: Pick<OutboxEntry, 'state' | 'outcome' | 'unfit'>): string {
  if (state === 'refused')
    return outcome?.codes.includes('id_clash') ? CLASHED : refusalSentence(outcome?.codes[0] ?? 'invalid');
  if (state === 'quarantined')
    return 'The server has it but could not process it. It is kept there for somebody to look at.';
  return `It no longer fits what the server has. ${refusalSentence(unfit ?? 'invalid')}`;
}

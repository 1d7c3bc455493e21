import * as v from 'valibot';
import type { TabMemory } from '../tab-memory.ts';

/*
 * A page's note of its unfinished form, written as the page is left (R-BROW-13). The last keystrokes are not on the
 * disk then, and writes to IndexedDB are aborted while the browser freezes the page; only sessionStorage is written at
 * once.
 */

const noteSchema = v.object({
  /** The database of the shop and user. */
  database: v.string(),
  /** The place of the draft. */
  key: v.string(),
  /** The content of the form; null: nothing worth keeping. */
  content: v.unknown(),
  /** Contents that may have been on the disk then: if it holds another one now, the form was continued elsewhere. */
  over: v.array(v.unknown()),
});
export type DraftNote = v.InferOutput<typeof noteSchema>;

const NAME = 'kaunta-draft-note';

export function writeDraftNote(tab: TabMemory, note: DraftNote): void {
  tab.setItem(NAME, JSON.stringify(note));
}

/** This shop's and user's; anybody else's, and what nobody can read, is forgotten. */
export function readDraftNote(tab: TabMemory, database: string): DraftNote | null {
  const text = tab.getItem(NAME);
  if (text === null) return null;
  const note = parsed(text);
  if (note?.database === database) return note;
  forgetDraftNote(tab);
  return null;
}

export const forgetDraftNote = (tab: TabMemory): void => tab.removeItem(NAME);

function parsed(text: string): DraftNote | null {
  try {
    return v.parse(noteSchema, JSON.parse(text));
  } catch {
    return null;
  }
}

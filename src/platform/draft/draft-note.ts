import * as v from 'valibot';
import type { TabMemory } from '../tab-memory.ts';

/*
 * A note of the unfinished form in this tab, written when the page is left (R-BROW-13). At that moment the last
 * keystrokes are not on disk yet, and the browser aborts writes to IndexedDB when it freezes the page. Only
 * sessionStorage is written at once.
 */

const noteSchema = v.object({
  /** The name of the database of the shop and user. */
  database: v.string(),
  /** The key of the draft. */
  key: v.string(),
  /** The content of the form; null: there is nothing worth storing. */
  content: v.unknown(),
  /**
   * Contents that may have been on disk when the note was written. If the disk has another content now, the form was
   * continued elsewhere.
   */
  over: v.array(v.unknown()),
});
export type DraftNote = v.InferOutput<typeof noteSchema>;

const NAME = 'kaunta-draft-note';

export function writeDraftNote(tab: TabMemory, note: DraftNote): void {
  tab.setItem(NAME, JSON.stringify(note));
}

/** Returns the note for this database. A note for another database, or one that cannot be read, is deleted. */
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

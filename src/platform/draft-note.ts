import * as v from 'valibot';
import type { TabMemory } from './tab-memory.ts';

/*
 * What a page noted of its unfinished form as it went (R-BROW-13). What is typed last is not on the disk yet then, and
 * what a page still writes while the browser puts it aside is aborted; only the memory of the tab is written at once.
 */

const noteSchema = v.object({
  /** Of which shop and user. */
  database: v.string(),
  /** The place of the draft. */
  key: v.string(),
  /** What stood in the form; null: nothing worth keeping. */
  content: v.unknown(),
  /** What may have been on the disk then: where there is something else by now, somebody went on with it elsewhere. */
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

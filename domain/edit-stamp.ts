/**
 * The last change of a field group: its user and the time by that user's clock. Conflicts show it beside the stored
 * side.
 */
export interface EditStamp {
  userId: number;
  atMs: number;
}

/** The stamps by name of the field group. Groups without a change since the row was created are absent. */
export type EditStamps = Readonly<Record<string, EditStamp>>;

/** Who changed a field group of a row last, and when by their own clock: what a conflict tells of the side that stands. */
export interface EditStamp {
  userId: number;
  atMs: number;
}

/** By the name of the field group; groups that nobody changed since the row was made are absent. */
export type EditStamps = Readonly<Record<string, EditStamp>>;

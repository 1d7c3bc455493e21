export type PrintedStyle = 'title' | 'strong' | 'plain';

/** A line of what a receipt printer prints, before it is broken to the width of its paper. */
export type PrintedLine =
  /** At most so many rows where `rowsMax` says so; what is cut ends in dots. */
  | { kind: 'text'; text: string; style: PrintedStyle; align: 'left' | 'center'; rowsMax?: number }
  /** Name left and value right; on two lines where both do not fit one. */
  | { kind: 'pair'; name: string; value: string; style: PrintedStyle }
  | { kind: 'rule' }
  | { kind: 'gap' };

export type PrintedStyle = 'title' | 'strong' | 'plain';

/** A line for a receipt printer, before it is broken to the width of the paper. */
export type PrintedLine =
  /** At most `rowsMax` rows; text that is cut ends in dots. */
  | { kind: 'text'; text: string; style: PrintedStyle; align: 'left' | 'center'; rowsMax?: number }
  /** Name left and value right; on two rows if both do not fit on one. */
  | { kind: 'pair'; name: string; value: string; style: PrintedStyle }
  | { kind: 'rule' }
  | { kind: 'gap' };

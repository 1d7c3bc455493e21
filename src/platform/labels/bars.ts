import JsBarcode from 'jsbarcode';
import { type BarcodeKind, barcodeKindOf } from '../../../domain/items/barcode.ts';

/** The bars of a code, as narrow strips of one width. */
export interface Bars {
  kind: BarcodeKind;
  /** '1' is black. */
  modules: string;
  /** So many white strips stand free at each side, or no scanner finds the ends. */
  quietModules: number;
}

const FORMATS: Readonly<Record<BarcodeKind, { format: string; quietModules: number }>> = {
  ean13: { format: 'EAN13', quietModules: 11 },
  ean8: { format: 'EAN8', quietModules: 7 },
  upca: { format: 'UPC', quietModules: 9 },
  code128: { format: 'CODE128', quietModules: 10 },
};

/** Null where no bars can say this code. */
export function barsOf(code: string): Bars | null {
  const kind = barcodeKindOf(code);
  if (kind === null) return null;
  const { format, quietModules } = FORMATS[kind];
  // Given a plain object the library hands out what it would draw; flat: in one piece.
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, code, { format, flat: true });
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('');
  return { kind, modules, quietModules };
}

/** With the white at both sides. */
export const widthInModules = ({ modules, quietModules }: Bars): number => modules.length + 2 * quietModules;

/** The black parts, each from a place and so many strips wide. */
export function blackRuns({ modules }: Bars): { from: number; width: number }[] {
  return [...modules.matchAll(/1+/g)].map((run) => ({ from: run.index, width: run[0].length }));
}

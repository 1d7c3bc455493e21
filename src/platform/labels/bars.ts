import JsBarcode from 'jsbarcode';
import { type BarcodeKind, barcodeKindOf } from '../../../domain/items/barcode.ts';

/** The barcode of a code, as narrow strips of equal width. */
export interface Bars {
  kind: BarcodeKind;
  /** One character for each strip; '1' is black. */
  modules: string;
  /** The number of white strips needed at each side: without them a scanner cannot find the ends. */
  quietModules: number;
}

const FORMATS: Readonly<Record<BarcodeKind, { format: string; quietModules: number }>> = {
  ean13: { format: 'EAN13', quietModules: 11 },
  ean8: { format: 'EAN8', quietModules: 7 },
  upca: { format: 'UPC', quietModules: 9 },
  code128: { format: 'CODE128', quietModules: 10 },
};

/** Returns the barcode; null if no barcode can represent this code. */
export function barsOf(code: string): Bars | null {
  const kind = barcodeKindOf(code);
  if (kind === null) return null;
  const { format, quietModules } = FORMATS[kind];
  // For a plain object the library stores the strips instead of rendering them. `flat`: all strips in one piece.
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, code, { format, flat: true });
  const modules = (drawn.encodings ?? []).map(({ data }) => data).join('');
  return { kind, modules, quietModules };
}

/** Returns the width in strips, including the white strips at both sides. */
export const widthInModules = ({ modules, quietModules }: Bars): number => modules.length + 2 * quietModules;

/** Returns the black parts, each with its first strip and its width in strips. */
export function blackRuns({ modules }: Bars): { from: number; width: number }[] {
  return [...modules.matchAll(/1+/g)].map((run) => ({ from: run.index, width: run[0].length }));
}

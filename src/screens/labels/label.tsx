import type { CSSProperties } from 'react';
import { type Bars, blackRuns, widthInModules } from '../../platform/labels/bars.ts';
import { type Label, type LabelPaper, type LabelSize, sizeOf, stripMm } from '../../platform/labels/label-paper.ts';

const mm = (count: number): string => `calc(var(--mm) * ${Math.round(count * 1_000) / 1_000})`;

/** Below this height the texts are smaller, so that the barcode stays tall enough to be read. */
const LOW_MM = 30;
const PRICE_MM = 4.6;
/** The width of a bold digit, relative to its height. */
const FIGURE_WIDTH = 0.62;

/** Returns the font size at which a price of any length fits on one line. */
function priceMm(price: string, { widthMm, heightMm, padMm }: LabelSize): number {
  const fittingMm = (widthMm - 2 * padMm[0]) / (price.length * FIGURE_WIDTH);
  return Math.min(heightMm < LOW_MM ? PRICE_MM * 0.8 : PRICE_MM, fittingMm);
}

/**
 * A label, black on white in any colour scheme. `--mm` is the length of its millimetre: smaller on a screen than on
 * paper.
 */
export function LabelView({ label, paper }: { label: Label; paper: LabelPaper }) {
  const size = sizeOf(paper);
  const { widthMm, heightMm, padMm } = size;
  const strip = label.bars === null ? null : stripMm(label.bars, paper);
  const box: CSSProperties = {
    width: mm(widthMm),
    height: mm(heightMm),
    padding: `${mm(padMm[1])} ${mm(padMm[0])}`,
  };
  return (
    <div className="k-label" style={box} data-low={heightMm < LOW_MM || undefined}>
      <p className="k-label-name" dir="auto">
        {label.name}
      </p>
      {label.price !== null && (
        <p className="k-label-price" style={{ fontSize: mm(priceMm(label.price, size)) }}>
          {label.price}
        </p>
      )}
      {label.bars !== null && strip !== null && <BarsView bars={label.bars} stripWidthMm={strip} />}
      {label.code !== null && <p className="k-label-code">{label.code}</p>}
    </div>
  );
}

export function BarsView({ bars, stripWidthMm }: { bars: Bars; stripWidthMm: number }) {
  const width = widthInModules(bars);
  const path = blackRuns(bars).map((run) => `M${run.from + bars.quietModules} 0h${run.width}v1h-${run.width}z`);
  return (
    <svg
      className="k-label-bars"
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      style={{ width: mm(width * stripWidthMm) }}
      aria-hidden
    >
      <path d={path.join('')} />
    </svg>
  );
}

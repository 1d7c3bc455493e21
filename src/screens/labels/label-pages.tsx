import { type CSSProperties, memo } from 'react';
import {
  type Label,
  type LabelPaper,
  LABELS_PER_SHEET,
  SHEETS,
  type SheetKind,
} from '../../platform/labels/label-paper.ts';
import { type LabelOptions, labelToBe } from './label-content.ts';
import type { ShownLine } from './label-lines.ts';
import { LabelView } from './label.tsx';
import type { DialogPages } from './use-print-labels.ts';
import './labels.css';

interface LabelPagesProps {
  labels: readonly Label[];
  paper: LabelPaper;
  /** The position of the first unused label on the first sheet, from 1. */
  startAt: number;
}

/** The printed pages: sheets of 24 labels, or a roll with one label per page. */
function LabelPages({ labels, paper, startAt }: LabelPagesProps) {
  if (paper.kind === 'roll')
    return labels.map((label, nth) => (
      // The index is a safe key: labels never change their order.
      <div key={nth} className="k-label-page">
        <LabelView label={label} paper={paper} />
      </div>
    ));
  return sheetsOf(labels, startAt).map((places, nth) => (
    <div key={nth} className="k-label-page k-label-sheet" style={sheetStyle(paper.sheet)}>
      {places.map((label, place) =>
        label === null ? (
          <div key={place} className="k-label-used" />
        ) : (
          <LabelView key={place} label={label} paper={paper} />
        ),
      )}
    </div>
  ));
}

/** Returns the labels of each sheet, by position; null if the label at a position is used already. */
export function sheetsOf(labels: readonly Label[], startAt: number): (Label | null)[][] {
  const places = [...Array.from({ length: startAt - 1 }, () => null), ...labels];
  const count = Math.ceil(places.length / LABELS_PER_SHEET);
  return Array.from({ length: count }, (_, nth) => places.slice(nth * LABELS_PER_SHEET, (nth + 1) * LABELS_PER_SHEET));
}

const mm = (count: number): string => `calc(var(--mm) * ${count})`;

function sheetStyle(kind: SheetKind): CSSProperties {
  const { widthMm, heightMm, leftMm, topMm, gapMm } = SHEETS[kind];
  return {
    padding: `${mm(topMm)} ${mm(leftMm)}`,
    gridTemplateColumns: `repeat(3, ${mm(widthMm)})`,
    gridAutoRows: mm(heightMm),
    columnGap: mm(gapMm),
  };
}

/** Returns the CSS rule for the print dialog: the paper has the size of a sheet, or of one label. */
const pageRule = (paper: LabelPaper): string =>
  paper.kind === 'sheet'
    ? '@page { size: A4; margin: 0 }'
    : `@page { size: ${paper.rollWidthMm}mm ${paper.heightMm}mm; margin: 0 }`;

/** The pages for the print dialog. Memoised: there may be two thousand labels beside the form. */
export const PrintedPages = memo(function PrintedPages({ pages }: { pages: DialogPages }) {
  return (
    <div className="k-label-pages" aria-hidden>
      <style>{pageRule(pages.paper)}</style>
      <LabelPages {...pages} />
    </div>
  );
});

const ROLL_PREVIEW_MAX = 5;

interface LabelPreviewProps {
  lines: readonly ShownLine[];
  options: LabelOptions;
  startAt: number;
}

/** A preview of the first labels: one sheet, or the first few of a roll. */
export function LabelPreview({ lines, options, startAt }: LabelPreviewProps) {
  const { paper } = options;
  const countMax = paper.kind === 'sheet' ? LABELS_PER_SHEET - startAt + 1 : ROLL_PREVIEW_MAX;
  const labels: Label[] = [];
  for (const { item, count } of lines) {
    if (labels.length >= countMax) break;
    const label = labelToBe(item, options);
    labels.push(...Array.from({ length: Math.min(count ?? 0, countMax - labels.length) }, () => label));
  }
  if (labels.length === 0) return null;
  return (
    // With tabIndex a keyboard can scroll it too.
    <div className="k-label-preview" data-kind={paper.kind} role="region" aria-label="Preview" tabIndex={0}>
      <LabelPages {...{ labels, paper, startAt }} />
    </div>
  );
}

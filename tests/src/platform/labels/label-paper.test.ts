import { expect, test } from 'vitest';
import { LABELS_PER_SHEET, SHEET_KINDS, SHEETS } from '../../../../src/platform/labels/label-paper.ts';

const A4_MM = { width: 210, height: 297 };
const ACROSS = 3;
const DOWN = 8;

test.each(SHEET_KINDS)(
  'R-PRN-35 the labels of a sheet that is %s fill an A4 sheet to the edge of the last one',
  (kind) => {
    const { widthMm, heightMm, leftMm, topMm, gapMm } = SHEETS[kind];
    expect(ACROSS * DOWN).toBe(LABELS_PER_SHEET);
    expect(ACROSS * widthMm + (ACROSS - 1) * gapMm + 2 * leftMm).toBeCloseTo(A4_MM.width);
    expect(DOWN * heightMm + 2 * topMm).toBeCloseTo(A4_MM.height);
  },
);

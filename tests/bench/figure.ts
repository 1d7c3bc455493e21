import { loadavg } from 'node:os';

/** Prints one measured figure as a JSON line, with the machine's load beside it. */
export function printFigure(id: string, what: string, figure: Record<string, number | string | boolean>): void {
  const load = Math.round((loadavg()[0] ?? 0) * 100) / 100;
  process.stdout.write(`${JSON.stringify({ id, what, ...figure, load })}\n`);
}

/** Returns the value below which this share of the measured values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const rounded = (value: number): number => Math.round(value * 10) / 10;

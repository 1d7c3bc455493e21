import { readFileSync } from 'node:fs';

/** Linux reports processor time in /proc in this unit, on every machine. */
const TICKS_PER_SECOND = 100;
/** Indices in /proc/self/stat after the process's name: user and system time of ended children and their children. */
const [CUTIME, CSTIME] = [13, 14];
/** Indices in the first line of /proc/stat after its name: what the processors did; the others are idle time. */
const [USER, NICE, SYSTEM, IRQ, SOFTIRQ] = [0, 1, 2, 5, 6];

/**
 * Returns the processor time of this process's ended children in seconds, which hardly depends on who else uses the
 * machine. A browser's pages are missing: they are ended with the browser, which then no longer waits for them. Null if
 * the system does not report it.
 */
export const childrenSeconds = (): number | null =>
  secondsOf('/proc/self/stat', (text) => text.split(') ').at(-1)?.split(' ') ?? [], [CUTIME, CSTIME]);

/**
 * Returns the processor time of everything on this machine since its start, in seconds: with a browser's pages, and with
 * whatever else uses the machine. Null if the system does not report it.
 */
export const machineSeconds = (): number | null =>
  secondsOf('/proc/stat', (text) => text.split('\n', 1)[0]?.split(/ +/).slice(1) ?? [], [
    USER,
    NICE,
    SYSTEM,
    IRQ,
    SOFTIRQ,
  ]);

function secondsOf(path: string, fieldsOf: (text: string) => string[], indices: readonly number[]): number | null {
  try {
    const fields = fieldsOf(readFileSync(path, 'utf8'));
    return indices.reduce((sum, index) => sum + Number(fields[index]), 0) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

import { readFileSync } from 'node:fs';

/** Linux reports processor time in /proc in this unit, on every machine. */
const TICKS_PER_SECOND = 100;
/** Indices in /proc/self/stat after the process's name: user and system time of ended children and their children. */
const CHILDREN_FIELDS = [13, 14];
/** Indices in the first line of /proc/stat after its name: user, nice, system, interrupts. The others are idle time. */
const MACHINE_FIELDS = [0, 1, 2, 5, 6];

export interface ProcessorSeconds {
  /**
   * What this process's ended children computed. It hardly depends on who else uses the machine. It lacks a browser's
   * pages: they end with the browser, which no longer waits for them.
   */
  children: number;
  /** What the whole machine computed since its start, a browser's pages and other people's work included. */
  machine: number;
}

/** Returns the processor time until now, in seconds. Null if the system does not report it. */
export function processorSeconds(): ProcessorSeconds | null {
  try {
    const [ofProcess = '', ofMachine = ''] = ['/proc/self/stat', '/proc/stat'].map((path) =>
      readFileSync(path, 'utf8'),
    );
    return {
      children: secondsOf(ofProcess.slice(ofProcess.lastIndexOf(') ') + 2), CHILDREN_FIELDS),
      machine: secondsOf(ofMachine.replace(/^cpu +/, ''), MACHINE_FIELDS),
    };
  } catch {
    return null;
  }
}

function secondsOf(text: string, indices: readonly number[]): number {
  const fields = text.split(' ');
  return indices.reduce((sum, index) => sum + Number(fields[index]), 0) / TICKS_PER_SECOND;
}

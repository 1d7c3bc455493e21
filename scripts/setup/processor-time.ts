import { readFileSync } from 'node:fs';

/** Linux reports processor time in /proc in this unit, on every machine. */
const TICKS_PER_SECOND = 100;
/** Indices in /proc/self/stat after the process's name: user and system time of ended children and their children. */
const CHILDREN_FIELDS = [13, 14];
/** Indices in the first line of /proc/stat after its name: user, nice, system, interrupts. The others are idle time. */
const MACHINE_FIELDS = [0, 1, 2, 5, 6];

export interface ProcessorSeconds {
  /**
   * Processor time of this process's ended children. It hardly depends on who else uses the machine. A browser's pages
   * are not counted: they end with the browser, which no longer waits for them.
   */
  children: number;
  /** Processor time of the whole machine since its start, including a browser's pages and other people's work. */
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

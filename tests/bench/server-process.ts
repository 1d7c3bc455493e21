import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { BUILD, NODE, ROOT } from '../../e2e/fixtures/places.ts';

const READY = /Kaunta is ready: (http:\S+)/;
/** The tick in which Linux counts processor time. */
const TICK_MS = 10;

/** The server of this build in its own process. */
export interface ServerProcess {
  readonly url: string;
  /** The memory of its process now, and its peak, in megabytes. */
  memory(): { nowMegabytes: number; mostMegabytes: number };
  /** Resets the peak. */
  forgetMost(): void;
  /** The processor time of all its threads so far, in milliseconds. */
  cpuMs(): number;
  /** Resolves when its process has computed next to nothing for five seconds: V8 optimises for a while after a start. */
  idle(): Promise<void>;
  end(): Promise<void>;
}

export async function startServer(
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    STATIC_DIR: BUILD,
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    ...more,
  };
  const child = spawn(NODE, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...settings, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await urlOf(child);
  return {
    url,
    memory: () => memoryOf(child.pid ?? 0),
    forgetMost: () => writeFileSync(`/proc/${child.pid ?? 0}/clear_refs`, '5'),
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    idle: () => idle(child.pid ?? 0),
    async end() {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = READY.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => reject(new Error(`The server ended:\n${said}`)));
  });
}

/** Reads the memory of a process from Linux. */
function memoryOf(pid: number): { nowMegabytes: number; mostMegabytes: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1_000);
  return { nowMegabytes: megabytes('VmRSS'), mostMegabytes: megabytes('VmHWM') };
}

const IDLE_FOR_MS = 5_000;
const IDLE_CPU_MS_MAX = 100;

async function idle(pid: number): Promise<void> {
  for (;;) {
    const before = cpuMsOf(pid);
    await setTimeout(IDLE_FOR_MS);
    if (cpuMsOf(pid) - before <= IDLE_CPU_MS_MAX) return;
  }
}

function cpuMsOf(pid: number): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '') // its name may hold anything
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * TICK_MS;
}

import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  cheapPhoneSeconds,
  type GuessTask,
  type SolvedTask,
  TASK_BITS_SHORT_MAX,
  TASK_LASTS_MS,
} from '../../../domain/people/guess-task.ts';
import type { TaskNews } from '../../platform/task-worker.ts';

/** For a task longer than this the person is shown other ways in. */
const LONG_SECONDS = 120;

/**
 * Solves a task in a worker, so that the page stays responsive. `show` displays the progress where the person looks. A
 * task that would take a cheap phone more than ten minutes starts only when they agree: `why` says why it is asked, how
 * long it takes, and what other way in there is. Null when they stopped it, or when this browser cannot do it.
 */
export async function solveTask(
  task: GuessTask,
  why: string | null,
  show: (note: ReactNode) => void,
  signal: AbortSignal,
): Promise<SolvedTask | null> {
  try {
    const isWanted = task.bits <= TASK_BITS_SHORT_MAX || (await isLongWanted(task, why, show, signal));
    return isWanted ? await solve(task, show, signal) : null;
  } finally {
    show(null);
  }
}

const isLongWanted = (
  { bits }: GuessTask,
  why: string | null,
  show: (note: ReactNode) => void,
  signal: AbortSignal,
): Promise<boolean> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(false));
    const seconds = cheapPhoneSeconds(bits);
    show(
      <HeldUpNote
        why={why}
        seconds={seconds * 1000 < TASK_LASTS_MS ? seconds : null}
        onStart={() => resolve(true)}
        onClose={() => resolve(false)}
      />,
    );
  });

async function solve(
  task: GuessTask,
  show: (note: ReactNode) => void,
  signal: AbortSignal,
): Promise<SolvedTask | null> {
  const worker = new Worker(new URL('../../platform/task-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve) => {
      const startedAtMs = performance.now();
      const showLeft = (secondsLeft: number | null) =>
        show(<TaskNote secondsLeft={secondsLeft} onStop={() => resolve(null)} />);
      signal.addEventListener('abort', () => resolve(null));
      worker.addEventListener('error', () => resolve(null));
      worker.addEventListener('message', ({ data: { rounds, answer } }: MessageEvent<TaskNews>) => {
        if (answer !== null) return resolve({ challenge: task.challenge, answer });
        const seconds = (performance.now() - startedAtMs) / 1000;
        // The time is random. After the mean time the solution is as likely in any moment as before.
        showLeft(Math.max(1, Math.ceil((seconds * 2 ** task.bits) / rounds - seconds)));
      });
      showLeft(null);
      worker.postMessage({ challenge: task.challenge, bits: task.bits } satisfies GuessTask);
    });
  } finally {
    worker.terminate();
  }
}

interface HeldUpNoteProps {
  why: string | null;
  /** Time that a cheap phone needs for the task; null when the task would expire before. */
  seconds: number | null;
  onStart: () => void;
  onClose: () => void;
}

function HeldUpNote({ why, seconds, onStart, onClose }: HeldUpNoteProps) {
  return (
    <Stack gap="xs">
      <Text role="status">
        {why ?? 'Too many wrong PINs or codes were tried on devices that Kaunta does not know.'}
      </Text>
      {seconds !== null && (
        <>
          <Text c="dimmed">
            Or this device does the arithmetic that is asked of it now. A small phone takes about {timeText(seconds)}{' '}
            for it, and has to stay on this page.
          </Text>
          <Button variant="default" onClick={onStart}>
            Do the arithmetic
          </Button>
        </>
      )}
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Stack>
  );
}

function TaskNote({ secondsLeft, onStop }: { secondsLeft: number | null; onStop: () => void }) {
  return (
    <Stack gap="xs">
      <Text role="status">
        Too many wrong PINs or codes were tried on devices that Kaunta does not know, and this one is new here. So that
        nobody can try them all, it does some arithmetic first. Then it goes on by itself.
      </Text>
      <Text c="dimmed">
        {secondsLeft === null ? 'This takes some seconds.' : `About ${timeText(secondsLeft)} left.`}
        {secondsLeft !== null && secondsLeft > LONG_SECONDS
          ? ' A device that has logged in before need not wait, nor does one that sets a new PIN with a code: tap Forgot PIN.'
          : ''}
      </Text>
      <Button variant="default" onClick={onStop}>
        Stop
      </Button>
    </Stack>
  );
}

function timeText(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds <= LONG_SECONDS) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

import * as v from 'valibot';
import type { Result } from '../../domain/result.ts';
import { mutationHash } from './mutation-hash.ts';
import {
  clientIdSchema,
  deviceReportSchema,
  incarnationSchema,
  pushRequestSchema,
  type WireMutation,
  wireMutationSchema,
} from './push.ts';

/*
 * The changes of a device that wait, as a file of JSON lines (SYN-27): whose they are, one line for each, and how many
 * there were, so that a file that was cut off is known. Any device of the business can send it: mids and hashes make
 * each change count once, however often and from wherever it arrives.
 */

const FORMAT = 1;
/** More than any outbox holds; what is larger is no file of ours. */
export const OUTBOX_FILE_CHARS_MAX = 32 * 1024 * 1024;

const headSchema = v.object({
  kaunta: v.literal('outbox'),
  format: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

const wholeHeadSchema = v.object({
  ...headSchema.entries,
  businessId: v.pipe(v.number(), v.safeInteger()),
  /** Whose changes they are: whoever sends them, these stay their author's. */
  userId: v.pipe(v.number(), v.safeInteger()),
  clientId: clientIdSchema,
  incarnation: incarnationSchema,
  previousHash: pushRequestSchema.entries.previousHash,
  writtenAtMs: v.pipe(v.number(), v.safeInteger()),
  /** What the device last knew of itself (SYN-28). */
  device: deviceReportSchema,
});

export interface OutboxFile extends Omit<v.InferOutput<typeof wholeHeadSchema>, 'kaunta' | 'format'> {
  /** A run without holes, in mid order. */
  mutations: WireMutation[];
}

/** 'foreign': no file of this kind. 'newer': of a build that writes it otherwise. 'damaged': cut off or altered. */
export type OutboxFileError = 'foreign' | 'newer' | 'damaged';

export function writeOutboxFile({ mutations, ...head }: OutboxFile): string {
  const lines = [{ kaunta: 'outbox', format: FORMAT, ...head }, ...mutations, { end: mutations.length }];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Reads a file and proves it whole: every line of our form, no mid missing, each hash that of what it says. */
export function readOutboxFile(text: string): Result<OutboxFile, OutboxFileError> {
  const failed = (error: OutboxFileError): Result<OutboxFile, OutboxFileError> => ({ ok: false, error });
  if (text.length > OUTBOX_FILE_CHARS_MAX) return failed('foreign');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first, ...rest] = lines.map(parseJson);
  const head = v.safeParse(headSchema, first);
  if (!head.success) return failed('foreign');
  if (head.output.format > FORMAT) return failed('newer');
  const file = v.safeParse(wholeHeadSchema, first);
  const end = v.safeParse(v.object({ end: v.literal(rest.length - 1) }), rest.pop());
  const mutations = v.safeParse(v.pipe(v.array(wireMutationSchema), v.minLength(1)), rest);
  if (!file.success || !end.success || !mutations.success) return failed('damaged');
  if (!isWholeRun(file.output.previousHash, mutations.output)) return failed('damaged');
  const { kaunta: _kaunta, format: _format, ...facts } = file.output;
  return { ok: true, value: { ...facts, mutations: mutations.output } };
}

function isWholeRun(previousHash: string, mutations: readonly WireMutation[]): boolean {
  let previous = previousHash;
  return mutations.every((wire, index) => {
    const isNext = wire.mid === (mutations[0]?.mid ?? 0) + index && wire.h === mutationHash(previous, wire);
    previous = wire.h;
    return isNext;
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

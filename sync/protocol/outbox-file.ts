import * as v from 'valibot';
import type { Result } from '../../domain/result.ts';
import { mutationHash } from './mutation-hash.ts';
import { mutationsOfBuildBefore, wireBeforeSchema } from './build-before.ts';
import { HASH_ZERO } from './constants.ts';
import { clientIdSchema, hashSchema, type WireMutation, wireMutationSchema } from './push.ts';

/*
 * The waiting changes of a device as a file of JSON lines (SYN-27): first a head that names the author, then one line
 * for each change, then the number of changes, so that a cut-off file is recognised. Any device of the business can
 * send the file: each change is identified by its act and counts once, however often it arrives.
 */

/** The format that this build writes. Format 1 is of builds that identified a change by its position in a queue. */
const FORMAT = 2;
/** Larger than the file of any outbox; a larger file is refused as foreign. */
export const OUTBOX_FILE_CHARS_MAX = 32 * 1024 * 1024;

const headSchema = v.object({
  kaunta: v.literal('outbox'),
  format: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

const wholeHeadSchema = v.object({
  ...headSchema.entries,
  businessId: v.pipe(v.number(), v.safeInteger()),
  /** The author of the changes, who need not be the sender of the file. */
  userId: v.pipe(v.number(), v.safeInteger()),
  writtenAtMs: v.pipe(v.number(), v.safeInteger()),
});

const headOfBuildBeforeSchema = v.object({
  ...wholeHeadSchema.entries,
  clientId: clientIdSchema,
  incarnation: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  previousHash: hashSchema,
});

export interface OutboxFile extends Omit<v.InferOutput<typeof wholeHeadSchema>, 'kaunta' | 'format'> {
  /** The changes in their order, numbered as the first of a queue. */
  mutations: WireMutation[];
}

/**
 * 'foreign': no file of this kind. 'newer': a newer build wrote it in another format. 'damaged': cut off or altered.
 */
export type OutboxFileError = 'foreign' | 'newer' | 'damaged';

export function writeOutboxFile({ mutations, ...head }: OutboxFile): string {
  const lines = [{ kaunta: 'outbox', format: FORMAT, ...head }, ...mutations, { end: mutations.length }];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * Reads a file and checks that it is complete: every line has our form, none is missing, and each hash matches its
 * mutation.
 */
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
  if (!file.success || !end.success || rest.length === 0) return failed('damaged');
  const mutations = head.output.format === 1 ? readBefore(first, rest) : readMutations(rest);
  if (mutations === null) return failed('damaged');
  const { businessId, userId, writtenAtMs } = file.output;
  return { ok: true, value: { businessId, userId, writtenAtMs, mutations } };
}

function readMutations(lines: readonly unknown[]): WireMutation[] | null {
  const read = v.safeParse(v.array(wireMutationSchema), lines);
  return read.success && isWholeRun(read.output) ? read.output : null;
}

function readBefore(first: unknown, lines: readonly unknown[]): WireMutation[] | null {
  const head = v.safeParse(headOfBuildBeforeSchema, first);
  const read = v.safeParse(v.array(wireBeforeSchema), lines);
  return head.success && read.success ? mutationsOfBuildBefore(head.output, read.output) : null;
}

function isWholeRun(mutations: readonly WireMutation[]): boolean {
  let previous = HASH_ZERO;
  return mutations.every((wire, index) => {
    const isNext = wire.mid === index + 1 && wire.h === mutationHash(previous, wire);
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

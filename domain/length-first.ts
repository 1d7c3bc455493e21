import type * as v from 'valibot';
import { assert } from './assert.ts';

const LARGEST: ReadonlySet<string> = new Set(['max_length', 'max_entries']);
const LENGTHS: ReadonlySet<string> = new Set(['min_length', ...LARGEST]);

/**
 * Makes a schema of a list or record check the length before the members. A request of one kilobyte may unpack into
 * 300,000 members, each with issues of its own (R-HOST-01). Use it for every list and record from outside:
 * `lengthFirst(v.pipe(v.array(…), v.maxLength(…)))`.
 */
export function lengthFirst<Schema extends v.GenericSchema & { pipe: readonly PipePart[] }>(schema: Schema): Schema {
  const lengths = schema.pipe.filter(isLength);
  assert(
    lengths.some(({ type }) => LARGEST.has(type)),
    'A list or record from outside has a largest length',
  );
  const run: Schema['~run'] = (dataset, config) => {
    const { value } = dataset;
    if (typeof value === 'object' && value !== null)
      for (const length of lengths) {
        const { issues } = length['~run']({ typed: true, value }, config);
        if (issues) return { typed: false, value, issues };
      }
    return schema['~run'](dataset, config);
  };
  return { ...schema, '~run': run };
}

interface PipePart {
  readonly kind: string;
  readonly type: string;
}

interface Length extends PipePart {
  readonly '~run': v.BaseValidation<object, object, v.BaseIssue<unknown>>['~run'];
}

const isLength = (part: PipePart): part is Length => part.kind === 'validation' && LENGTHS.has(part.type);

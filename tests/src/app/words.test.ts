import { describe, expect, test } from 'vitest';
import { SALE_FLAGS } from '../../../domain/sale.ts';
import { reasonOf } from '../../../src/app/refused-words.ts';
import { saved } from '../../../src/app/save.ts';
import { failureSentence, refusalSentence, SALE_FLAG_SENTENCES } from '../../../src/app/words.ts';
import { REFUSAL_CODES } from '../../../sync/protocol/outcome.ts';
import { StorageFailure } from '../../../sync/store/storage-failure.ts';

describe('G5 every code has a sentence of its own', () => {
  test('refusals', () => {
    const sentences = REFUSAL_CODES.map(refusalSentence);
    expect(new Set(sentences).size).toBe(REFUSAL_CODES.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  test('what a restored server was not given back, which only a copy of the phone has to read', () => {
    const said = (codes: string[]) =>
      reasonOf({ state: 'refused', unfit: null, outcome: { mid: 1, h: '', kind: 'refused', codes, detail: {} } });
    expect(said(['not_healed'])).toBe('The server was restored from a backup, and this was not given back to it.');
    expect(said(['not_healed', 'id_clash'])).toContain('look whether it is there before you retry it');
    expect(said(['id_clash'])).toBe(said(['not_healed', 'id_clash']));
  });

  test('what is odd about a sale', () => {
    expect(new Set(SALE_FLAGS.map((flag) => SALE_FLAG_SENTENCES[flag])).size).toBe(SALE_FLAGS.length);
  });

  test('a code of a newer server is named as it is', () => {
    expect(refusalSentence('too_shiny')).toBe('The server did not accept it (too_shiny).');
    expect(refusalSentence('toString')).toContain('toString');
  });
});

describe('what becomes of an act', () => {
  test('a rule that was broken is told under its field, the first one of a field first', async () => {
    const issues = [
      { path: 'name', message: 'Item name is required' },
      { path: 'name', message: 'Use at most 160 characters' },
    ];
    expect(await saved(Promise.resolve({ ok: false, error: { code: 'invalid_args', issues } }))).toEqual({
      ok: false,
      reason: 'Item name is required',
      issues: { name: 'Item name is required' },
    });
  });

  test('a refusal is told in its sentence', async () => {
    expect(await saved(Promise.resolve({ ok: false, error: { code: 'not_permitted' } }))).toEqual({
      ok: false,
      reason: 'You do not have permission to do this.',
      issues: {},
    });
  });

  test('a device without space says so; of another failure nobody knows the reason', async () => {
    const full = new StorageFailure('quota');
    expect(await saved(Promise.reject(full))).toEqual({ ok: false, reason: full.message, issues: {} });
    expect(failureSentence(new Error('boom'))).toBeNull();
  });
});

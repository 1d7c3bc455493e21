import { describe, expect, test } from 'vitest';
import { SALE_FLAGS } from '../../../domain/sales/sale.ts';
import { reasonOf } from '../../../src/parts/conflict/refused-words.ts';
import { saved } from '../../../src/parts/form/save.ts';
import { failureSentence, importSentence, refusalSentence, SALE_FLAG_SENTENCES } from '../../../src/parts/words.ts';
import type { ImportRefusal } from '../../../src/platform/engine/outbox-file.ts';
import { REFUSAL_CODES } from '../../../sync/protocol/outcome.ts';
import { StorageFailure } from '../../../sync/store/database/storage-failure.ts';

describe('G5 every code has a sentence of its own', () => {
  test('refusals', () => {
    const sentences = REFUSAL_CODES.map(refusalSentence);
    expect(new Set(sentences).size).toBe(REFUSAL_CODES.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  const reason = (codes: string[]) =>
    reasonOf({ state: 'refused', unfit: null, outcome: { mid: 1, h: '', kind: 'refused', codes, detail: {} } });

  test('what a restored server was not given back by the build before, which only a copy of the phone has to read', () => {
    expect(reason(['not_healed'])).toBe('The server was restored from a backup, and this was not given back to it.');
  });

  test('SYN-22 a clash of numbers says what a retry does about it, also where another code comes first', () => {
    const sentence = 'Its number was already in use by something else. Retry sends it under another one.';
    expect(reason(['id_clash'])).toBe(sentence);
    expect(reason(['parent_refused', 'id_clash'])).toBe(sentence);
    expect(reason(['parent_refused'])).toBe('It depends on another change that was not accepted.');
  });

  test('SYN-27 why a file of changes was not imported; whose changes they are is said without a word of protocol', () => {
    const codes: Record<ImportRefusal, true> = {
      ...{ foreign: true, newer: true, damaged: true, other_business: true, not_yours: true, stopped: true },
      ...{ unreachable: true, retry_later: true, signed_out: true, dismissed: true, outdated: true },
    };
    const sentences = Object.keys(codes).map((code) => importSentence(code as ImportRefusal)); // its own keys
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(importSentence('not_yours')).toBe('Only the person who made these changes or an admin may send them.');
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
      mayBeSaved: false,
    });
  });

  test('a refusal is told in its sentence', async () => {
    expect(await saved(Promise.resolve({ ok: false, error: { code: 'not_permitted' } }))).toEqual({
      ok: false,
      reason: 'You do not have permission to do this.',
      issues: {},
      mayBeSaved: false,
    });
  });

  test('a device without space says so; of another failure nobody knows the reason', async () => {
    const full = new StorageFailure('quota');
    expect(await saved(Promise.reject(full))).toEqual({
      ok: false,
      reason: full.message,
      issues: {},
      mayBeSaved: false,
    });
    expect(failureSentence(new Error('boom'))).toBeNull();
  });

  test('SYN-1 only a failure of which nobody knows whether it saved may have saved', async () => {
    const unsure = new StorageFailure('unsure');
    expect(await saved(Promise.reject(unsure))).toEqual({
      ok: false,
      reason: unsure.message,
      issues: {},
      mayBeSaved: true,
    });
    expect(await saved(Promise.reject(new StorageFailure('lost')))).toMatchObject({ mayBeSaved: false });
    expect(await saved(Promise.reject(new Error('boom')))).toMatchObject({ mayBeSaved: false });
  });
});

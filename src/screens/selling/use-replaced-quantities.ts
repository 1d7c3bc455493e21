import { useEffect, useMemo, useRef, useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import type { DraftErrors } from './draft-sale.ts';
import { type DraftLine, isBlankLine, type SaleDraft } from './sale-draft.ts';
import { isQuantityReplaced } from './sale-figures.ts';

/*
 * Leaving a quantity field, or saving, makes 1 of what is no quantity (R-SNEW-22). The press that did so must not save
 * what nobody has seen yet: it shows the 1 with a sentence, and the next press saves (X-TYPE-04).
 */

export const QUANTITY_REPLACED = 'This was changed to 1. If that is right, tap the button again.';

export interface ReplacedQuantities {
  /** Leaving this line's field made another amount of what stood there. The same function at every drawing. */
  note: (lineKey: number) => void;
  /**
   * True when the press that saves had to change a quantity; this is then shown until the line changes.
   * @param typed the draft as it was typed
   * @param tidy the same with the quantities that would be saved
   */
  holdUp: (typed: SaleDraft, tidy: SaleDraft, itemsById: ReadonlyMap<number, Item>) => boolean;
  withSentences: (errors: DraftErrors, draft: SaleDraft) => DraftErrors;
}

export function useReplacedQuantities(): ReplacedQuantities {
  const byLeaving = useRef(new Set<number>());
  const [said, setSaid] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    const gone = new AbortController();
    const forget = () => byLeaving.current.clear();
    for (const press of ['pointerdown', 'keydown'])
      window.addEventListener(press, forget, { capture: true, signal: gone.signal });
    return () => gone.abort();
  }, []);
  const acts = useMemo(
    () => ({
      note: (lineKey: number) => void byLeaving.current.add(lineKey),
      holdUp(typed: SaleDraft, tidy: SaleDraft, itemsById: ReadonlyMap<number, Item>) {
        const keys = new Set([...byLeaving.current, ...replacedLines(typed, itemsById)]);
        const unseen = tidy.lines.filter(({ key }) => keys.has(key));
        setSaid(new Map(unseen.map(({ key, quantityText }) => [key, quantityText])));
        return unseen.length > 0;
      },
    }),
    [],
  );
  return { ...acts, withSentences: (errors, draft) => withSentences(errors, draft, said) };
}

/** The lines whose quantity saving would replace. */
const replacedLines = ({ lines }: SaleDraft, itemsById: ReadonlyMap<number, Item>): number[] =>
  lines.filter((line) => !isBlankLine(line) && isQuantityReplaced(line, unitOf(line, itemsById))).map(({ key }) => key);

export const unitOf = ({ itemId }: DraftLine, itemsById: ReadonlyMap<number, Item>): string | null =>
  itemId === null ? null : (itemsById.get(itemId)?.unitOfMeasure ?? null);

function withSentences(errors: DraftErrors, { lines }: SaleDraft, said: ReadonlyMap<number, string>): DraftErrors {
  const still = lines.filter(({ key, quantityText }) => said.get(key) === quantityText);
  if (still.length === 0) return errors;
  const replaced = still.map(({ key }) => [key, QUANTITY_REPLACED] as const);
  return { ...errors, quantityByLine: new Map([...replaced, ...errors.quantityByLine]) };
}

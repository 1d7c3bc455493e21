import { useEffect, useMemo, useRef, useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import type { DraftErrors } from './draft-sale.ts';
import { type DraftLine, isBlankLine, type SaleDraft } from './sale-draft.ts';
import { isQuantityReplaced } from './sale-figures.ts';

/*
 * Leaving a quantity field, or saving, replaces an invalid quantity by 1 (R-SNEW-22). The tap that did so must not save
 * a quantity that nobody has seen: it shows the 1 with a message, and the next tap saves (X-TYPE-04).
 */

export const QUANTITY_REPLACED = 'This was changed to 1. If that is right, tap the button again.';

export interface ReplacedQuantities {
  /** Notes that leaving this line's field changed its amount. Stable across renders. */
  note: (lineKey: number) => void;
  /**
   * True if the tap that saves has to change a quantity. The line shows a message until it changes.
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
        const next = new Map(unseen.map(({ key, quantityText }) => [key, quantityText]));
        // The same map if there is nothing to say, as nearly always: a render would only delay the save.
        setSaid((before) => (before.size + next.size === 0 ? before : next));
        return unseen.length > 0;
      },
    }),
    [],
  );
  return { ...acts, withSentences: (errors, draft) => withSentences(errors, draft, said) };
}

/** Returns the lines whose quantity saving would replace. */
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

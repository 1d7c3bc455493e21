import { act, fireEvent, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { PATIENTLY } from '../patience.ts';
import { type FieldKind, isMeant, PLAIN_VALUES, TYPED_VALUES, type TypedValue } from './typed-values.ts';

/*
 * Walks a rendered screen: taps every button to find dialogs and menus, and types into every field it comes across. It
 * has no list of fields; they are found by their labels.
 */

type Field = HTMLInputElement | HTMLTextAreaElement;

export interface WalkedScreen {
  /** Leaves it and opens it afresh. */
  reopen: () => Promise<void>;
  /** Where it is, so that whatever led away is noticed. */
  path: () => string;
  /** The values saved or sent since the last call. */
  takeSaved: () => unknown[];
  /** Unfinished and parked sales, which are kept without being saved. */
  kept: () => Promise<unknown[]>;
}

export interface Finding {
  field: string;
  typed: string;
  problem: string;
}

export interface Walk {
  fields: string[];
  findings: Finding[];
  /** Addresses of the app that it has come across. */
  links: Set<string>;
}

/** Fields found on other screens too: each is walked once. */
export type Known = Set<string>;

export async function walkScreen(screen: WalkedScreen, known: Known): Promise<Walk> {
  const walk: Walk = { fields: [], findings: [], links: new Set() };
  await screen.reopen();
  await walkFields({ ...screen, enter: screen.reopen }, known, walk);
  // Buttons around every screen are tapped on the first one only.
  const tapped = new Set(
    around()
      .map(wordsOf)
      .filter((name) => known.has(name)),
  );
  for (const name of around().map(wordsOf)) known.add(name);
  // The last tap that opened nothing: it may have brought the button that is tapped next, such as 'Park sale'.
  let lastAct = '';
  for (let button = nextButton(tapped); button !== null; button = nextButton(tapped)) {
    const path = screen.path();
    const words = wordsOf(button);
    const before = lastAct;
    tapped.add(words);
    await tap(button);
    await walkMenu(screen, known, walk, words);
    const enter = async () => {
      await tapAgain(words);
      if (dialogOf() !== null) return;
      await tapAgain(before.split(',', 1)[0] ?? '');
      await tapAgain(words);
    };
    await walkFields({ ...screen, enter }, known, walk);
    if (dialogOf() !== null || screen.path() !== path) await screen.reopen();
    else lastAct = words;
  }
  return walk;
}

/** A place on a screen, and how to come back to it once its form has closed. */
interface Place extends WalkedScreen {
  enter: () => Promise<void>;
}

async function tapAgain(words: string): Promise<void> {
  // In a button's name, what follows the comma is its state.
  const button =
    buttons().find((each) => wordsOf(each) === words) ??
    buttons().find((each) => words !== '' && wordsOf(each).startsWith(`${words},`));
  if (button !== undefined) await tap(button);
}

/** The entries of a menu that the button has opened. */
async function walkMenu(screen: WalkedScreen, known: Known, walk: Walk, opener: string): Promise<void> {
  const names = itemsOfMenu().map(nameOf);
  for (const name of names) {
    const enter = async () => {
      if (itemsOfMenu().length === 0) await tapAgain(opener);
      const item = itemsOfMenu().find((entry) => nameOf(entry) === name);
      if (item !== undefined) await tap(item);
    };
    await enter();
    await walkFields({ ...screen, enter }, known, walk);
    await screen.reopen();
  }
}

/** Those that stand there, then those that each choice on the way brings. */
async function walkFields(place: Place, known: Known, walk: Walk): Promise<void> {
  for (const link of document.querySelectorAll('a[href^="/"]')) walk.links.add(link.getAttribute('href') ?? '');
  const title = (dialogOf()?.querySelector('h2') ?? document.querySelector('h1'))?.textContent ?? '';
  await walkFieldsThere(place, title, known, walk);
  for (const choice of choicesOf(placeOf())) {
    const key = `${title} › ${choice.name}`;
    if (known.has(key)) continue;
    known.add(key);
    choice.choose();
    await settled();
    await walkFieldsThere(place, title, known, walk);
  }
}

async function walkFieldsThere(place: Place, title: string, known: Known, walk: Walk): Promise<void> {
  for (const name of new Set(fieldsOf(placeOf()).map(nameOf))) {
    const key = `${title} › ${name}`;
    if (known.has(key)) continue;
    known.add(key);
    walk.fields.push(key);
    walk.findings.push(...(await walkField(place, key, name)));
  }
}

interface Choice {
  name: string;
  choose: () => void;
}

/** A longer list is one of countries or time zones. */
const OPTIONS_MAX = 20;

/** Each option of a list, each switch and each radio that is not set. */
function choicesOf(place: Element): Choice[] {
  const switches = [...place.querySelectorAll<HTMLInputElement>('input[type="checkbox"], input[type="radio"]')];
  const options = [...place.querySelectorAll('select')].flatMap((list) =>
    [...list.options].slice(0, OPTIONS_MAX).map((option) => ({ list, option })),
  );
  return [
    ...switches
      .filter(({ checked, disabled }) => !checked && !disabled)
      .map((field) => ({ name: `${nameOf(field)} ${field.value}`, choose: () => void fireEvent.click(field) })),
    ...options.map(({ list, option: { value, label } }) => ({
      name: `${nameOf(list)}: ${label}`,
      choose: () => void fireEvent.change(list, { target: { value } }),
    })),
  ];
}

async function walkField(place: Place, key: string, name: string): Promise<Finding[]> {
  const again = () => fieldsOf(placeOf()).find((field) => nameOf(field) === name);
  const findings: Finding[] = [];
  const { kind, isSearch, before } = {
    ...{ kind: kindOf(again()), isSearch: again()?.type === 'search' },
    before: again()?.value ?? '',
  };
  let isFilled = false;
  for (const value of TYPED_VALUES[kind]) {
    if (again() === undefined) {
      await place.enter();
      isFilled = false;
    }
    const field = again();
    if (field === undefined) {
      // A search may lead to what it found.
      if (!isSearch) findings.push({ field: key, typed: value.typed, problem: 'the field is not found again' });
      break;
    }
    if (field.form && !isFilled) await fill(field.form, field);
    isFilled = true;
    const problem = await tryValue(place, field, again, value);
    if (problem !== null) findings.push({ field: key, typed: value.typed, problem });
  }
  const last = again();
  if (last !== undefined) type(last, before);
  await settled();
  return findings;
}

/** Types, leaves the field, and saves its form, if it has one; null when nothing is wrong. */
async function tryValue(
  place: Place,
  field: Field,
  again: () => Field | undefined,
  { typed, meant }: TypedValue,
): Promise<string | null> {
  const kind = kindOf(field);
  place.takeSaved();
  const saidBefore = said();
  type(field, typed);
  // The browser may have changed what was typed.
  const entered = field.value;
  await settled();
  const left = again()?.value;
  const isSaid = (): boolean => again()?.value !== entered || isInvalid(again()) || said() !== saidBefore;
  const saved: unknown[] = [];
  if (field.form?.isConnected && field.type !== 'search') {
    await act(async () => field.form?.requestSubmit());
    const hasAnswered = (): boolean => {
      saved.push(...place.takeSaved());
      return saved.length > 0 || again() === undefined || isSaid() || invalidFields().length > 0;
    };
    await settled();
    // A late save would be taken for the next value's.
    if (!(await comesTrue(hasAnswered))) return 'the form does not answer';
    await settled();
  }
  if (document.title.startsWith('Something went wrong')) return 'the screen is gone';
  const now = again();
  // A search takes anything, and may lead to what it found.
  if (field.type === 'search') return now === undefined || now.value === entered ? null : `shows ${now.value}`;
  if (kind === 'date' && (entered !== typed || isPast(entered, field))) return null;
  const isRight = (value: unknown): boolean =>
    meant === null ? kind === 'phone' && value === typed : isMeant(kind, meant, value);
  saved.push(...place.takeSaved());
  if (saved.length > 0) {
    // In a field that finds a choice what is typed is no value: what it shows afterwards is chosen.
    const isSaved = leavesOf(saved).some((leaf) => isRight(leaf) || (isChoice(now) && leaf === left));
    return isSaved ? null : `saved as ${JSON.stringify(saved)}`;
  }
  if (now === undefined) {
    // An unfinished sale is kept a moment after the field changes.
    const isKept = async () => leavesOf(await place.kept()).some((leaf) => leaf === typed || isRight(leaf));
    return meant !== null && (await comesTrue(isKept)) ? null : 'the field is gone, and with it what was typed';
  }
  if (isInvalid(now)) return sentenceAt(now) === '' ? 'no sentence' : null;
  if (meant === null) return isSaid() || isAlertThere() ? null : 'nothing is said';
  // A change that is in view and waits for the next tap counts: the person sees it.
  return now.value === entered || isRight(now.value) || left !== now.value ? null : `shows ${now.value}`;
}

/** A browser gives the year of a date no more digits than that of the last date of its field has. */
const isPast = (day: string, field: Field): boolean =>
  'max' in field && field.max !== '' && day.length > field.max.length;

const isInvalid = (field: Field | undefined): boolean => field?.getAttribute('aria-invalid') === 'true';
const invalidFields = (): Element[] => [...document.querySelectorAll('[aria-invalid="true"]')];

/** A sentence that stands there since an earlier value, and is as true of this one. */
const isAlertThere = (): boolean =>
  [...document.querySelectorAll(':is(main, [role="dialog"]) [role="alert"]')].some((alert) => alert.textContent !== '');

/** The page's messages that stand beside no field. */
const said = (): string =>
  [...document.querySelectorAll('[role="alert"], [role="status"], [aria-live]')]
    .map(({ textContent }) => textContent)
    .join('\n');

async function comesTrue(check: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    await waitFor(async () => expect(await check()).toBe(true), PATIENTLY);
    return true;
  } catch {
    return false;
  }
}

function type(field: Field, text: string): void {
  const { maxLength } = field;
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: maxLength >= 0 ? text.slice(0, maxLength) : text } });
  fireEvent.blur(field);
}

/** The field of added stock that comes before the cost price (R-STK-30). */
const COUNTS_BEFORE_OTHERS = /^Purchase amount/u;

/** Fills what is empty in the form as a person would, and chooses the first of each choice. */
async function fill(form: HTMLFormElement, except: Field): Promise<void> {
  for (const field of fieldsOf(form))
    if (field !== except && field.value === '' && !COUNTS_BEFORE_OTHERS.test(nameOf(field)))
      type(field, PLAIN_VALUES[kindOf(field)]);
  for (const list of form.querySelectorAll('select')) {
    const option = [...list.options].find(({ value }) => value !== '');
    if (list.value === '' && option) fireEvent.change(list, { target: { value: option.value } });
  }
  for (const group of form.querySelectorAll('[role="radiogroup"]')) {
    const choices = [...group.querySelectorAll<HTMLInputElement>('input[type="radio"]:not(:disabled)')];
    if (!choices.some(({ checked }) => checked) && choices[0]) fireEvent.click(choices[0]);
  }
  for (const choice of form.querySelectorAll<HTMLInputElement>('input[aria-haspopup="listbox"]')) {
    if (choice.value !== '' || choice.disabled) continue;
    fireEvent.click(choice);
    await settled();
    const options = document.getElementById(choice.getAttribute('aria-controls') ?? '');
    const option = options?.querySelector('[role="option"]');
    if (option) fireEvent.click(option);
    await settled();
  }
}

/** The dialog that lies over the screen, else the screen. */
const placeOf = (): Element => dialogOf() ?? document.body;
const dialogOf = (): Element | null => [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? null;

const NO_TEXT = ['hidden', 'checkbox', 'radio', 'file', 'range', 'color', 'submit', 'button'];

const fieldsOf = (place: Element): Field[] =>
  [...place.querySelectorAll<Field>('input, textarea')].filter(
    (field) =>
      !field.disabled &&
      !field.readOnly &&
      !NO_TEXT.includes(field.type) &&
      field.closest('[aria-hidden="true"], [hidden]') === null,
  );

function kindOf(field: Field | undefined): FieldKind {
  if (field === undefined) return 'text';
  if (field.type === 'password') return 'pin';
  if (field.type === 'tel') return 'phone';
  if (field.type === 'email') return 'email';
  if (field.type === 'date' || field.type === 'month') return 'date';
  if (nameOf(field) === 'Discount') return 'discount';
  return ['decimal', 'numeric', 'none'].includes(field.getAttribute('inputmode') ?? '') ? 'number' : 'text';
}

/** Not those that end the session, and with it the screens. */
const buttons = (): Element[] =>
  [...document.querySelectorAll('button:not(:disabled)')].filter((button) => !/^log ?out/iu.test(nameOf(button)));
const itemsOfMenu = (): Element[] => [...document.querySelectorAll('[role="menuitem"]')];
const around = (): Element[] => buttons().filter((button) => button.closest('header, nav') !== null);

const nextButton = (tapped: ReadonlySet<string>): Element | null =>
  buttons().find((button) => !tapped.has(wordsOf(button))) ?? null;

/** Its name without the figures in it, which change with each tap. */
const wordsOf = (button: Element): string => nameOf(button).replaceAll(/\d+/gu, '');

async function tap(element: Element): Promise<void> {
  fireEvent.click(element);
  await settled();
}

/** Its label, or its words. */
function nameOf(element: Element): string {
  const { labels } = element as Partial<HTMLInputElement>;
  const label = labels?.[0]?.textContent ?? element.getAttribute('aria-label');
  return (label ?? element.textContent ?? '').trim() || (element.getAttribute('placeholder') ?? '');
}

/** The error at the field, as a screen reader says it; without the field's usual description. */
const sentenceAt = (field: Field): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id.endsWith('-error'))
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();

const isChoice = (field: Field | undefined): boolean => field?.getAttribute('aria-haspopup') === 'listbox';

function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

/** Until what was begun, in this page and in its database, has come to an end: so many turns without a change in it. */
export async function settled(quietTurns = 5): Promise<void> {
  let isChanged = false;
  const observer = new MutationObserver(() => (isChanged = true));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let turns = 0; turns < quietTurns; turns += 1) {
    isChanged = false;
    await act(() => new Promise<void>((done) => setTimeout(done, 0)));
    // Looked for at the end only: jsdom goes through the whole page for it.
    const isLast = turns === quietTurns - 1;
    if (isChanged || (isLast && document.querySelector('[data-loading]') !== null)) turns = -1;
  }
  observer.disconnect();
}

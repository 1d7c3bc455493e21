import '../domain/older-engines.ts';
import { TOO_MANY_DECIMALS } from '../domain/hundredths.ts';
import { formatMoney, lineTotalMinor, MINOR_PER_UNIT, sumMinor } from '../domain/money.ts';
import { formatQuantity, parseQuantityHundredths } from '../domain/quantity.ts';
import { refuse, type Result } from '../domain/result.ts';
import { basketText, type KeptLine, keptBasket } from './kept-basket.ts';
import { keptVisitor } from './kept-visitor.ts';
import { keptSentOrder } from './sent-order.ts';

/*
 * The script of a shop's pages, which work without it. It adds totals that follow the input, a basket that outlives the
 * page, and a message when the line is down (M11).
 */

/** After this time without an answer the server counts as unreachable: a visitor does not wait longer. */
const ANSWERS_WITHIN_MS = 8_000;

const { slug = '', shop = '', currency = '', whatsapp = '' } = document.body.dataset;
const basket = keptBasket(localStorage, sessionStorage, slug);
const sentOrder = keptSentOrder(localStorage, slug);
const visitor = keptVisitor(sessionStorage, slug);
const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-price]')];
const visitorFields = [
  ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.field :is(input, textarea)'),
];
/** Items that were in the basket and have left the store. The page says so, and the basket loses them. */
const goneIds = idsOf('data-gone');
/** Items in the basket that a shelf cannot sell at present. They stay in the basket, and count in no total. */
const unorderableIds = new Set(idsOf('data-unorderable'));
const knownIds = new Set([...fields.map(idOf), ...goneIds]);
const form = document.querySelector<HTMLFormElement>('#order, #shelf');
/** The lines that the page counts: on 'Your order' those of the order, on the shelf those of all its pages. */
let counted: readonly KeptLine[] = [];

/** True for an address without a basket: a returning visitor then gets their kept one. */
function isFirstLook(): boolean {
  return form?.id === 'shelf' && new URLSearchParams(location.search).get('b') === null;
}

function followBasket(followed: HTMLFormElement): void {
  const follow = () => {
    for (const field of fields) showProblem(field);
    const kept = basket.keep(knownIds, wantedIn(fields));
    counted =
      followed.id === 'order'
        ? wantedIn(fields.filter((field) => !field.hasAttribute('data-out')))
        : kept.filter(({ id }) => !unorderableIds.has(id));
    showTotals(counted);
  };
  follow();
  visitor.follow(visitorFields);
  followed.addEventListener('input', ({ target }) => {
    if (fields.some((field) => field === target)) basket.markBegun();
    follow();
  });
  // Notes the button here, because the oldest supported browsers have no `submitter` in a submit event. Enter presses a
  // button too.
  let pressed: HTMLElement | null = null;
  followed.addEventListener('click', ({ target }) => {
    pressed = target instanceof Element ? target.closest('button') : null;
  });
  followed.addEventListener('submit', (event) => {
    event.preventDefault();
    void goOn(followed, event.submitter ?? pressed);
    pressed = null;
  });
  addEventListener('online', () => showUnreachable(false));
  // With Back, a browser may show the page as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    setBusy(followed, false);
    if (persisted && basket.isOrdered()) beginAnew();
  });
}

/** Leaves the page only if the server can be reached, so that nothing typed is lost. */
async function goOn(left: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  if (left.hasAttribute('aria-busy')) return;
  const unreadable = fields.find((field) => problemOf(field) !== null);
  if (unreadable) return unreadable.focus();
  setBusy(left, true);
  let isThere = false;
  try {
    isThere = await isServerThere();
    if (isThere) submit(left, button);
    else showUnreachable(true);
  } finally {
    // The next page may never come: the visitor may stop it, or the connection may break.
    setTimeout(() => setBusy(left, false), isThere ? ANSWERS_WITHIN_MS : 0);
  }
}

/** Submits as the browser does, with the tapped button. Leaves the form unchanged, for a visitor who comes back. */
function submit(left: HTMLFormElement, button: HTMLElement | null): void {
  const chosen = document.createElement('input');
  if (button instanceof HTMLButtonElement && button.name !== '') {
    [chosen.type, chosen.name, chosen.value] = ['hidden', button.name, button.value];
    left.append(chosen);
  }
  const restore = left.id === 'shelf' ? addKeptLines(left) : chosen.isConnected ? nothing : takeEarlierKey(left);
  left.submit();
  chosen.remove();
  restore();
}

const nothing = (): void => undefined;

/**
 * Sends the order under the key of an earlier one whose page was never seen, unless the page has asked about that.
 * Returns a function that restores the form.
 */
function takeEarlierKey(order: HTMLFormElement): () => void {
  const field = order.querySelector<HTMLInputElement>('input[name=key]');
  if (!field) return nothing;
  const own = { key: field.value, orderId: field.dataset['order'] ?? '' };
  const sent = (field.hasAttribute('data-asked') ? null : sentOrder.read()) ?? own;
  const put = ({ key, orderId }: typeof own) => void ([field.value, field.dataset['order']] = [key, orderId]);
  put(sent);
  sentOrder.keep({ key: sent.key, orderId: sent.orderId, basket: basketText(counted) });
  return () => put(own);
}

/**
 * Adds what the page does not know of the basket, such as a line of another tab, so that it is not left out. Returns a
 * function that restores the form.
 */
function addKeptLines(shelf: HTMLFormElement): () => void {
  const field = shelf.querySelector<HTMLInputElement>('input[name=b]');
  if (!field) return nothing;
  const own = field.value;
  const texts = own.split('-').filter((text) => text !== '');
  const others = basket
    .read()
    .filter(({ id }) => !knownIds.has(id) && !texts.some((text) => text.startsWith(`${id}.`)));
  field.value = [...texts, ...others.map((line) => basketText([line]))].join('-');
  return () => void (field.value = own);
}

function setBusy(left: HTMLFormElement, isBusy: boolean): void {
  if (isBusy) left.setAttribute('aria-busy', 'true');
  else left.removeAttribute('aria-busy');
}

async function isServerThere(): Promise<boolean> {
  // The oldest supported browsers have no AbortSignal.timeout.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWERS_WITHIN_MS);
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: limit.signal })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function showUnreachable(isDown: boolean): void {
  const note = document.querySelector<HTMLElement>('#unreachable');
  const link = note?.querySelector<HTMLAnchorElement>('[data-send]');
  if (link) link.href = `https://wa.me/${whatsapp}?text=${encodeURIComponent(message(counted).toWellFormed())}`;
  if (!note) return;
  note.hidden = !isDown;
  if (isDown) note.scrollIntoView({ block: 'center' });
}

/** Returns the order as text, as a visitor would write it to the shop. */
function message(lines: readonly KeptLine[]): string {
  const about = visitorFields.filter(({ value }) => value.trim() !== '').map(({ value }) => value.trim());
  return [
    `Hello ${shop}, I would like to order:`,
    ...lines.map(({ name, quantityHundredths }) => `- ${name} × ${formatQuantity(quantityHundredths)}`),
    `Total: ${priceText(totalOf(lines))}`,
    ...about,
  ].join('\n');
}

function showTotals(lines: readonly KeptLine[]): void {
  const isKnown = fields.every((field) => problemOf(field) === null);
  const total = isKnown ? priceText(totalOf(lines)) : '-';
  const summary = document.querySelector('[data-summary]');
  if (summary) summary.textContent = lines.length > 0 ? `(${lines.length}: ${total})` : '';
  const shown = document.querySelector('[data-total]:not(input)');
  if (shown) shown.textContent = total;
  const totalField = document.querySelector<HTMLInputElement>('input[name=total]');
  if (totalField) totalField.value = String(totalOf(lines));
}

/** A negative number is no quantity; 0 removes the item. */
function quantityIn({ value }: HTMLInputElement): Result<number, keyof typeof PROBLEMS> {
  const typed = parseQuantityHundredths(value.trim() === '' ? '0' : value);
  return typed.ok && typed.value < 0 ? refuse('below_zero') : typed;
}

const PROBLEMS = {
  not_a_number: 'Quantity must be a number, such as 2 or 0.5',
  too_many_decimals: TOO_MANY_DECIMALS,
  too_large: 'Quantity is too large',
  below_zero: 'Quantity must be a positive number',
};

function problemOf(field: HTMLInputElement): string | null {
  const typed = quantityIn(field);
  return typed.ok ? null : PROBLEMS[typed.error];
}

/** Shows an error under a field whose text cannot be read (X-TYPE-07). */
function showProblem(field: HTMLInputElement): void {
  const sentence = problemOf(field);
  const place = field.closest('.amount');
  const shown = place?.parentElement?.querySelector('[data-unreadable]');
  if (sentence === null) field.removeAttribute('aria-invalid');
  else field.setAttribute('aria-invalid', 'true');
  if (sentence === null) shown?.remove();
  else if (shown) shown.textContent = sentence;
  else {
    const note = document.createElement('p');
    [note.className, note.textContent] = ['bad', sentence];
    note.setAttribute('role', 'alert');
    note.setAttribute('data-unreadable', '');
    place?.after(note);
  }
}

const wantedIn = (some: readonly HTMLInputElement[]): KeptLine[] =>
  some.flatMap((field) => {
    const typed = quantityIn(field);
    // While the text cannot be read, the basket keeps the last readable quantity.
    if (!typed.ok) return basket.read().filter(({ id }) => id === idOf(field));
    if (typed.value <= 0) return [];
    const { name = '', price = '0' } = field.dataset;
    return [{ id: idOf(field), name, priceMinor: Number(price), quantityHundredths: typed.value }];
  });

const totalOf = (lines: readonly KeptLine[]): number =>
  sumMinor(lines.map(({ quantityHundredths, priceMinor }) => lineTotalMinor(quantityHundredths, priceMinor)));

const priceText = (minor: number): string => formatMoney(minor, currency, minor % MINOR_PER_UNIT === 0 ? 0 : 2);

function idsOf(attribute: string): number[] {
  const text = document.querySelector(`[${attribute}]`)?.getAttribute(attribute) ?? '';
  return text === '' ? [] : text.split(' ').map(Number);
}

function idOf(field: HTMLInputElement): number {
  return Number(field.name.slice(1));
}

/** True when the visitor went back from an order: the same basket must not be ordered twice. */
function isBackFromOrder(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]; // by its type
  return navigation?.type === 'back_forward' && basket.isOrdered();
}

const beginAnew = (): void => location.replace(`/${slug}`);

/** Forgets what was sent, on the page of that order. Another order that is only looked at changes nothing. */
function forgetSent(orderId: string | null): void {
  const sent = sentOrder.read();
  if (sent === null || sent.orderId !== orderId) return;
  basket.markOrdered(sent.basket);
  sentOrder.forget();
  visitor.forget();
}

const orderPage = document.querySelector('[data-ordered]');
if (orderPage) forgetSent(orderPage.getAttribute('data-ordered'));
else if (form && isBackFromOrder()) beginAnew();
else if (isFirstLook() && basket.read().length > 0) location.replace(`/${slug}?b=${basketText(basket.read())}`);
else if (form) followBasket(form);

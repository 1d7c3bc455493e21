/*
 * A screen in words: a line for each block of text, field, button and picture, as a person reads or hears it. A test
 * that keeps these lines also notices what appears where nobody asked for it.
 */

const NOT_READ = 'script, style, template, [hidden], [aria-hidden="true"], input[type="hidden"], input[type="file"]';
const INLINE = new Set(['SPAN', 'B', 'STRONG', 'EM', 'I', 'SMALL', 'MARK', 'CODE', 'TIME', 'KBD', 'BDI']);
const BUTTONS = 'button, [role="button"], [role="tab"], [role="menuitem"], [role="option"]';

/** Returns the lines of everything that can be read in an element, but for the parts that match a selector. */
export function screenWords(root: Element, except = NOT_READ): string[] {
  const lines: string[] = [];
  let text = '';
  const endLine = () => {
    if (clean(text) !== '') lines.push(clean(text));
    text = '';
  };
  const read = (element: Element) => {
    if (element.matches(NOT_READ) || element.matches(except)) return;
    if (element instanceof HTMLLabelElement && element.control !== null) {
      // It is read with its field.
      if (element.contains(element.control)) read(element.control);
      return;
    }
    const isInline = INLINE.has(element.tagName);
    const whole = wholeWords(element);
    if (whole !== null || !isInline) endLine();
    if (whole !== null) {
      lines.push(whole);
      return;
    }
    const name = nameOfGroup(element);
    if (name !== '') lines.push(name);
    for (const child of element.childNodes)
      if (child instanceof Element) read(child);
      else text += child.textContent ?? '';
    if (!isInline) endLine();
  };
  read(root);
  endLine();
  return lines;
}

const clean = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** The line of a part that is read as one; null for any other. */
function wholeWords(element: Element): string | null {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return wordsOfField(element);
  if (element instanceof HTMLSelectElement) return wordsOfList(element);
  if (element instanceof HTMLImageElement) return element.alt === '' ? null : `picture '${element.alt}'`;
  if (element.matches('h1, h2, h3, h4')) return `${'#'.repeat(Number(element.tagName[1]))} ${textOf(element)}`;
  if (element.matches(BUTTONS)) return `[${nameOf(element)}]${statesOf(element)}`;
  if (element.matches('a[href]')) return `[${nameOf(element)}](${element.getAttribute('href')})${statesOf(element)}`;
  return null;
}

function wordsOfField(field: HTMLInputElement | HTMLTextAreaElement): string {
  if (field.type === 'checkbox' || field.type === 'radio')
    return `${(field as HTMLInputElement).checked ? '(x)' : '( )'} ${nameOf(field)}${statesOf(field)}`;
  const example = field.placeholder === '' ? '' : ` (${field.placeholder})`;
  return `${nameOf(field)}: '${field.value}'${example}${statesOf(field)}`;
}

/** A longer list is one of countries, time zones or units. */
const OPTIONS_MAX = 8;

function wordsOfList(list: HTMLSelectElement): string {
  const options = [...list.options].map(({ label }) => label);
  const more = options.length > OPTIONS_MAX ? [`${options.length} in all`] : [];
  const chosen = list.selectedOptions[0]?.label ?? '';
  return `${nameOf(list)}: '${chosen}' of ${[...options.slice(0, OPTIONS_MAX), ...more].join(', ')}${statesOf(list)}`;
}

function nameOfGroup(element: Element): string {
  const role = element.getAttribute('role');
  const kind = role === 'alert' || role === 'dialog' || role === 'status' ? role : element.tagName.toLowerCase();
  const name = element.getAttribute('aria-label');
  return name === null && kind !== role ? '' : `— ${clean(`${kind} ${name ?? ''}`)}`;
}

function nameOf(element: Element): string {
  const { labels } = element as Partial<HTMLInputElement>;
  return clean(element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? textOf(element));
}

/** Its words, with a space between the blocks in it. */
const textOf = (element: Element): string => clean(rawTextOf(element));

function rawTextOf(element: Element): string {
  const parts = [...element.childNodes].map((child) => {
    if (!(child instanceof Element)) return child.textContent ?? '';
    if (child.matches(NOT_READ)) return '';
    if (child instanceof HTMLImageElement) return child.alt;
    return INLINE.has(child.tagName) ? rawTextOf(child) : ` ${rawTextOf(child)} `;
  });
  return parts.join('');
}

const STATES = ['invalid', 'pressed', 'expanded', 'checked', 'selected', 'current', 'busy'];
/** Attributes that choose a phone's keyboard or limit what can be typed. */
const ASKED_OF_A_FIELD = ['type', 'inputmode', 'maxlength', 'min', 'max', 'autocomplete', 'required', 'readonly'];

function statesOf(element: Element): string {
  const states = STATES.filter((state) => !['false', null].includes(element.getAttribute(`aria-${state}`)));
  if (element.matches(':disabled, [aria-disabled="true"]')) states.push('disabled');
  if (element.hasAttribute('data-loading')) states.push('loading');
  if (element.matches('input, textarea'))
    for (const name of ASKED_OF_A_FIELD) {
      const value = element.getAttribute(name);
      if (value !== null && !['text', 'checkbox', 'radio'].includes(value)) states.push(clean(`${name} ${value}`));
    }
  return states.length === 0 ? '' : ` {${states.join(', ')}}`;
}

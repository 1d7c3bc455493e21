import * as v from 'valibot';
import { COUNT_MAX, wholeNumber } from '../../../domain/text/whole-number.ts';
import { lengthFirst } from '../../../domain/length-first.ts';
import { ITEM_IMAGES_MAX } from '../../../domain/items/item-image.ts';
import type { ImageFiles } from '../../images/read-image.ts';
import type { AppContext } from '../context.ts';
import { readForm } from '../request/read-form.ts';
import { parseJson } from '../request/parse-json.ts';
import { invalidInput } from '../request/read-json.ts';
import { contentKeyOf, pictureOf, refusedImage } from './picture.ts';

/*
 * An item as a form with files (C-093, C-094, R-IEDIT-15): the fields of the JSON call as text, `images` once per file,
 * and for a change `existingImages`: the images that stay, in their new order.
 */

export interface ItemForm {
  fields: Record<string, unknown>;
  pictures: readonly { key: string; files: ImageFiles }[];
  /** Keys of the images that stay, in their new order; null: all stay as they are. */
  kept: readonly string[] | null;
}

export async function readItemForm(c: AppContext): Promise<ItemForm> {
  const form = await readForm(c);
  const files = [...form.values()].filter((value) => value instanceof File).filter(({ size }) => size > 0);
  if (files.length > ITEM_IMAGES_MAX) throw refusedImage('too_many');
  // A picture that is in the form twice is one, because it is identified by its content.
  const pictures = new Map<string, ImageFiles>();
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const key = contentKeyOf(bytes);
    if (!pictures.has(key)) pictures.set(key, await pictureOf(bytes));
  }
  const texts = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return {
    pictures: [...pictures].map(([key, stored]) => ({ key, files: stored })),
    kept: keptOf(form.get('existingImages')),
    fields: fieldsOf(texts),
  };
}

const FLAGS = new Set(['trackStock', 'advancedEnabled']);
const FURTHER_FIELD = /^(?:customFields|dynamicFields)\[([^\]]{1,60})\]$/;

function fieldsOf(texts: readonly (readonly [string, string])[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const further: Record<string, unknown> = {};
  for (const [name, text] of texts) {
    const [, key] = FURTHER_FIELD.exec(name) ?? [];
    if (key !== undefined) further[key] = text;
    else if (name === 'customFields' || name === 'dynamicFields') Object.assign(further, objectOf(name, text));
    else if (FLAGS.has(name)) fields[name] = text === 'true' ? true : text === 'false' ? false : text;
    else fields[name] = text;
  }
  return Object.keys(further).length > 0 ? { ...fields, customFields: further } : fields;
}

function objectOf(path: string, text: string): object {
  const parsed = text.trim() === '' ? {} : parseJson(text);
  if (typeof parsed === 'object' && parsed !== null) return parsed;
  throw invalidInput([{ path, message: 'Use a name and a text for each additional field' }]);
}

const URL_CHARS_MAX = 2_000;
const existingSchema = lengthFirst(
  v.pipe(
    v.array(
      v.object({
        originalUrl: v.pipe(v.string(), v.maxLength(URL_CHARS_MAX)),
        order: v.optional(wholeNumber(0, COUNT_MAX), 0),
      }),
    ),
    v.maxLength(4 * ITEM_IMAGES_MAX),
  ),
);
const KEY_IN_URL = /\/([0-9a-f]{32})\/original\.webp$/;

function keptOf(given: unknown): string[] | null {
  if (typeof given !== 'string') return null;
  const parsed = v.safeParse(existingSchema, parseJson(given));
  if (!parsed.success) throw invalidInput([{ path: 'existingImages', message: 'List the images that stay' }]);
  const inOrder = parsed.output.toSorted((a, b) => a.order - b.order);
  return inOrder.flatMap(({ originalUrl }) => KEY_IN_URL.exec(originalUrl)?.[1] ?? []);
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, apiClient, dataOf, listOf } from '../../support/server/api-client.ts';
import {
  registerShop,
  type SignedInUser,
  startTestServer,
  type TestAnswer,
  type TestServer,
} from '../../support/server/server.ts';
import { pageOf, StoreVisitor } from '../../support/server/store-visitor.ts';
import { ROUTE_ENGINES } from '../../support/server/test-database.ts';
import { type FieldKind, isMeant, TYPED_VALUES } from '../../support/screens/typed-values.ts';

/* Types careless and hostile values into every field of the shop's page, and submits with every button. */

type Field = HTMLInputElement | HTMLTextAreaElement;
interface Button {
  words: string;
  name: string;
  value: string;
}

const TYPED = 'input:not([type=hidden]):not([tabindex="-1"]), textarea';
const fieldsOf = (page: Document): Field[] => [...page.querySelectorAll<Field>(TYPED)];
const fieldOf = (page: Document, name: string) => fieldsOf(page).find((field) => field.name === name);
const buttonsOf = (page: Document, form: string): Button[] =>
  [...page.querySelectorAll<HTMLButtonElement>(`#${form} button:not([tabindex="-1"])`)].map((button) => ({
    words: button.textContent?.trim() ?? '',
    name: button.name,
    value: button.value,
  }));

function kindOf(field: Field): FieldKind {
  if (field.type === 'tel') return 'phone';
  return field.getAttribute('inputmode') === 'decimal' ? 'number' : 'text';
}

/** Returns the message at a field, or beside it in its line. */
const sentenceAt = (field: Field): string =>
  (field.closest('li, .field')?.querySelector('.bad')?.textContent ?? '').trim();

describe.each(ROUTE_ENGINES)('the fields of a shop’s page, on %s', (engine) => {
  let server: TestServer;
  let shop: SignedInUser;
  let api: ApiClient;
  let visitor: StoreVisitor;
  let itemId: number;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    shop = await registerShop(server);
    api = apiClient(server, shop);
    visitor = new StoreVisitor(server, shop.slug);
    itemId = dataOf(await api.post('/items', { name: 'Rice', price: '4500', stock: '20000' })).id;
    await api.patch(`/items/${itemId}/kaunta-status`, { isKauntaEnabled: true });
  });
  afterAll(() => server.close());

  const PAGES = { shelf: () => '', order: () => `?view=basket&b=${itemId}.200` };
  let visitorCount = 0;
  /** Makes a new visitor each time, because a known phone number identifies a customer. */
  const newVisitor = () => {
    visitorCount += 1;
    return { name: 'Grace', phone: `0772 ${String(100_000 + visitorCount)}` };
  };

  /** Orders that have been checked. */
  const seen = new Set<number>();

  /** Sends the form of a page as a browser without scripts does. */
  async function send(page: Document, form: keyof typeof PAGES, button: Button, more: Record<string, string>) {
    const named = [...page.querySelectorAll<Field>(`#${form} :is(input, textarea)`)].map(({ name, value }) => [
      name,
      value,
    ]);
    const fields: Record<string, string> = {
      ...Object.fromEntries(named),
      ...(form === 'order' && newVisitor()),
      ...more,
    };
    if (button.name !== '') fields[button.name] = button.value;
    if (form === 'order') return await visitor.send(fields);
    return await visitor.look(`?${new URLSearchParams(fields).toString()}`);
  }

  /** Returns the last page that a visitor sees, and the order if one was placed. */
  async function outcome(answer: TestAnswer): Promise<{ page: Document; order: unknown }> {
    if (answer.status !== 303) return { page: pageOf(answer), order: null };
    const there = answer.headers.get('location') ?? '';
    const page = pageOf(await visitor.visit(`GET ${there}`));
    if (!there.includes('order=')) return { page, order: null };
    const order = listOf(await api.get('/orders')).find(({ id }) => !seen.has(id));
    if (order !== undefined) seen.add(order.id);
    return { page, order: order ?? null };
  }

  it.each(['shelf', 'order'] as const)(
    'X-TYPE-60 X-TYPE-07 whatever is typed on the page of the %s, it is taken as meant, or still there with a sentence',
    async (form) => {
      const page = pageOf(await visitor.look(PAGES[form]()));
      const names = fieldsOf(page).map(({ name }) => name);
      const buttons = buttonsOf(page, form);
      expect([names.length, buttons.length]).toEqual(form === 'shelf' ? [2, 2] : [5, 3]);
      for (const name of names)
        for (const button of buttons)
          for (const { typed, meant } of TYPED_VALUES[kindOf(fieldOf(page, name)!)]) {
            const of = JSON.stringify([name, button.words, typed]);
            // A phone may order again only after a while.
            server.clock.advance(3_600_000);
            let answer = await send(page, form, button, { [name]: typed });
            // The total differs from the one on the page. It is shown, and the next tap accepts it.
            if (answer.status === 409) answer = await send(pageOf(answer), form, button, { [name]: typed });
            expect([200, 303, 400], of).toContain(answer.status);
            const { page: next, order } = await outcome(answer);
            const field = fieldOf(next, name);
            const kind = kindOf(fieldOf(page, name)!);
            // A phone number with too many digits is stored as typed.
            const isRight = (value: unknown) =>
              meant === null ? kind === 'phone' && value === typed : isMeant(kind, meant, value);
            if (order !== null) expect(leavesOf(order).some(isRight), of).toBe(true);
            else if (field !== undefined && field.value !== typed.trim() && field.value !== typed)
              expect(isRight(field.value), of).toBe(true);
            if (order === null && button.words === 'Place order') expect(sentenceAt(field!), of).not.toBe('');
          }
    },
  );
});

const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];

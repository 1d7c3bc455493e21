import sharp from 'sharp';
import { registerShop, ShopOnServer, type Shop } from '../../e2e/fixtures/shop.ts';
import { DEMO_ITEMS } from '../../scripts/demo/catalogue.ts';
import { seededRandom } from '../../scripts/demo/seeded-random.ts';

/** The 60 items that P14 asks for; each has a picture, most have a description. */
export const SHOWN_ITEMS = DEMO_ITEMS.slice(0, 60);

/** An item with too little stock for all visitors. */
export const FEW_LEFT = { name: 'Zebra lamp', price: '25000', stock: '10' };

const DESCRIPTION =
  'Groceries, drinks and household goods from the corner of Market Street. We deliver in Ntinda and Bukoto until eight in the evening; tell us in the notes when it suits you.';
const ITEM_DESCRIPTION = 'Fresh every week, from a supplier whom we have known for years.';

export interface StorefrontShop {
  slug: string;
  /** The shop's users. */
  login: Shop;
  onServer: ShopOnServer;
  itemIds: ReadonlyMap<string, number>;
}

/** Fills a shop for its public page: its own picture and description, 60 items with pictures. */
export async function fillStorefront(serverUrl: string): Promise<StorefrontShop> {
  const login = await registerShop(serverUrl);
  const onServer = await ShopOnServer.of(serverUrl, login);
  const { business } = (await onServer.get('/auth/me')) as { business: { id: number; slug: string } };
  const send = (method: string, path: string, body: FormData | string) =>
    sendAs(onServer.token, method, `${serverUrl}/api/v1${path}`, body);
  await send('PUT', `/business/${business.id}`, JSON.stringify({ description: DESCRIPTION }));
  await send('POST', `/business/${business.id}/profile-image`, formOf({}, 'image', await photo(0)));

  const itemIds = new Map<string, number>();
  for (const [nth, { name, unit, price }] of SHOWN_ITEMS.entries()) {
    const description = nth % 4 === 0 ? '' : ITEM_DESCRIPTION;
    const fields = { name, description, price: String(price), stock: '5000', unitOfMeasure: unit };
    itemIds.set(name, await send('POST', '/items', formOf(fields, 'images', await photo(nth + 1))));
  }
  itemIds.set(FEW_LEFT.name, ((await onServer.post('/items', FEW_LEFT)) as { id: number }).id);
  for (const id of itemIds.values()) await onServer.patch(`/items/${id}/kaunta-status`, { isKauntaEnabled: true });
  return { slug: business.slug, login, onServer, itemIds };
}

function formOf(fields: Readonly<Record<string, string>>, name: string, picture: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  for (const [field, text] of Object.entries(fields)) form.set(field, text);
  form.set(name, new File([picture], 'picture.jpg', { type: 'image/jpeg' }));
  return form;
}

/** Sends one request; returns the id of the written row. */
async function sendAs(token: string, method: string, url: string, body: FormData | string): Promise<number> {
  const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}`, ...type }, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return (JSON.parse(text) as { data: { id: number } }).data.id;
}

/** Makes a picture as large in bytes as a phone's photo of an object: soft shapes with some grain. */
async function photo(seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const random = seededRandom(seed + 1);
  const shape = () => {
    const [x, y, r] = [random.below(1_200), random.below(900), 80 + random.below(320)];
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${random.below(360)} 60% ${25 + random.below(50)}%)"/>`;
  };
  const shapes = Array.from({ length: 24 }, shape).join('');
  const grain = sharp({
    create: {
      ...{ width: 1_200, height: 900, channels: 3, background: '#808080' },
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  });
  const overlay = await grain.png().toBuffer();
  const drawn = sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">${shapes}</svg>`));
  const taken = await drawn
    .composite([{ input: overlay, blend: 'soft-light' }])
    .flatten()
    .jpeg()
    .toBuffer();
  return new Uint8Array(taken);
}

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { IMAGE_BYTES_LIMIT, newItemImage } from '../../../../domain/items/item-image.ts';
import { AdvancedItem } from '../../../../src/screens/items/advanced-item.tsx';
import { EditItem } from '../../../../src/screens/items/edit-item.tsx';
import { ItemDetail } from '../../../../src/screens/items/item-detail.tsx';
import { NewItem } from '../../../../src/screens/items/new-item.tsx';
import { setImageProgress } from '../../../../src/state/image-progress.ts';
import { addImageFiles, type ImageFile, setFileState } from '../../../../sync/store/image-files.ts';
import { asFile, chooseFiles as choose, stubDrawing } from '../../../support/browser/drawing-stub.ts';
import { drawing, photo } from '../../../support/pictures.ts';
import { BUSINESS_ID, businessRow, itemRow } from '../../../support/shop-rows.ts';
import { tapUntilGone } from '../../../support/screens/tap-until-gone.ts';
import { type OpenedShop, openShop, renderShop } from '../../../support/screens/shop-screens.tsx';
import { press } from '../../../support/screens/screen-driver.ts';

const key = (digit: number): string => `${digit}`.repeat(32);
const stored = (...digits: number[]) =>
  digits.map((digit, order) => ({ ...newItemImage(BUSINESS_ID, key(digit), order), isStored: true }));
const SOAP = itemRow({ id: 1, name: 'Soap', itemCategoryId: 501, category: 'Groceries', currentStockHundredths: 0 });
const routes = [
  { path: '/items/:id/edit', element: <EditItem /> },
  { path: '/items/new', element: <NewItem /> },
  { path: '/items/new/advanced', element: <AdvancedItem /> },
  { path: '/items/:id', element: <ItemDetail /> },
  { path: '*', element: <p>Elsewhere</p> },
];

beforeEach(stubDrawing);

async function open(path: string, digits: number[] = []): Promise<OpenedShop & { app: ReturnType<typeof renderShop> }> {
  const rows = { business: [businessRow({ businessCategoryId: 5 })], item: [{ ...SOAP, images: stored(...digits) }] };
  const opened = await openShop({ rows });
  const app = renderShop(opened, routes, path);
  return { ...opened, app };
}
const group = () => within(screen.getByRole('group', { name: 'Images' }));
const shown = () =>
  group()
    .queryAllByRole('img')
    .map((image) => image.getAttribute('alt'));
const sent = async ({ shop }: OpenedShop) => (await shop.outbox()).map(({ wire }) => [wire.name, wire.args]);

async function fillNewItem(): Promise<void> {
  await screen.findByRole('option', { name: 'Groceries' });
  await userEvent.type(screen.getByLabelText('Name'), 'Charger');
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Groceries');
  await userEvent.type(screen.getByLabelText('Selling price'), '5');
}

describe('pictures in the form', () => {
  test('R-INEW-10 R-IMG-01 a new item comes with those that were chosen; their files wait beside the rows', async () => {
    const opened = await open('/items/new');
    await fillNewItem();
    await choose(asFile(await photo()), asFile(await drawing('png'), 'b.png', 'image/png'));
    await waitFor(() => expect(shown()).toEqual(['Image 1', 'Image 2']));
    await press('Create item');
    await waitFor(() => expect(opened.app.path()).toBe('/items'));
    const made = (await opened.device.rows('item')).find(({ name }) => name === 'Charger');
    expect(made?.images.map(({ order, isStored }) => [order, isStored])).toEqual([
      [0, false],
      [1, false],
    ]);
    const files = await opened.device.database.tables.imageFile.toArray();
    expect(files.map((each) => `${each.key} ${each.state} ${each.type}`).toSorted()).toEqual(
      made?.images.map((image) => `${image.key} waiting image/webp`).toSorted(),
    );
    expect((await sent(opened)).map(([name]) => name)).toEqual(['item.create', 'item.addImage', 'item.addImage']);
  });

  test.each(['/items/new', '/items/new/advanced'])(
    'R-INEW-36 R-LEG-09 C-035 at %s a picture that was chosen, and nothing else, is not left without a question',
    async (path) => {
      const { app } = await open(path);
      await screen.findByLabelText('Name');
      await choose(asFile(await photo()));
      await waitFor(() => expect(shown()).toEqual(['Image 1']));
      await press('Cancel');
      expect(await screen.findByRole('dialog', { name: 'Unsaved Changes' })).toBeTruthy();
      expect(app.path()).toBe(path);
    },
  );

  test.each<[string, () => Promise<File>, string, string]>([
    [
      'R-IMG-02 another type',
      async () => asFile(await drawing('gif'), 'a.gif', 'image/gif'),
      ...(['Invalid file type', 'Only JPEG, PNG, and WebP images are allowed.'] as const),
    ],
    [
      'R-IMG-02 C-102 another type under the name of one that is allowed',
      async () => asFile(await drawing('gif'), 'a.png', 'image/png'),
      ...(['Invalid file type', 'Only JPEG, PNG, and WebP images are allowed.'] as const),
    ],
    [
      'R-IMG-03 C-101 5 MB',
      async () => asFile(new Uint8Array(IMAGE_BYTES_LIMIT)),
      ...(['File too large', 'Image size must be less than 5MB.'] as const),
    ],
    [
      'one that breaks off',
      async () => asFile((await photo()).subarray(0, 400)),
      ...(['Damaged image', 'This image is damaged or incomplete. Choose another one.'] as const),
    ],
  ])("%s: '%s' / '%s', and nothing chosen before is lost", async (_what, make, title, message) => {
    await open('/items/1/edit', [1]);
    await screen.findByLabelText('Name');
    await choose(await make());
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText(title)).toBeTruthy();
    expect(toast.getByText(message)).toBeTruthy();
    expect(shown()).toEqual(['Image 1']);
  });

  test('R-INEW-37 R-INEW-10 an item that is saved without its pictures is said to be saved', async () => {
    const opened = await openShop({ rows: { business: [businessRow({ businessCategoryId: 5 })] } });
    const run: typeof opened.replica.run = async (name, ...rest) => {
      if (name === 'item.addImage') throw new DOMException('full', 'QuotaExceededError');
      return await opened.replica.run(name, ...rest);
    };
    const app = renderShop({ replica: { ...opened.replica, run } }, routes, '/items/new');
    await fillNewItem();
    await choose(asFile(await photo()));
    await waitFor(() => expect(shown()).toEqual(['Image 1']));
    await press('Create item');
    await waitFor(() => expect(app.path()).toBe('/items'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The item is saved, its pictures are not');
    expect(alert.textContent).not.toContain('It was not saved');
    expect((await opened.device.rows('item')).map(({ name }) => name)).toEqual(['Charger']);
  });

  test("R-IMG-02 a browser that cannot open it says 'Damaged image'", async () => {
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('broken')));
    await open('/items/1/edit');
    await screen.findByLabelText('Name');
    await choose(asFile(await photo()));
    expect(await screen.findByText('Damaged image')).toBeTruthy();
  });

  test('R-IMG-02 one that is out of reach says so; the one chosen with it is taken', async () => {
    await open('/items/1/edit');
    await screen.findByLabelText('Name');
    const inCloud = asFile(await photo());
    inCloud.arrayBuffer = () => Promise.reject(new DOMException('It has moved', 'NotReadableError'));
    await choose(asFile(await photo()), inCloud);
    expect(await screen.findByText('Damaged image')).toBeTruthy();
    await waitFor(() => expect(shown()).toHaveLength(1));
  });

  test('R-IMG-02 one that this phone cannot draw says so', async () => {
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext = () => null;
      },
    );
    await open('/items/1/edit');
    await screen.findByLabelText('Name');
    await choose(asFile(await photo()));
    expect(await screen.findByText('Damaged image')).toBeTruthy();
    expect(shown()).toEqual([]);
  });

  test("R-IMG-04 R-IEDIT-10 more than five in all: those that fit are taken, 'Too many images' / 'Maximum 5 images allowed.'", async () => {
    await open('/items/1/edit', [1, 2, 3]);
    await screen.findByLabelText('Name');
    const file = asFile(await photo());
    await choose(file, file, file);
    expect(await screen.findByText('Too many images')).toBeTruthy();
    expect(screen.getByText('Maximum 5 images allowed.')).toBeTruthy();
    await waitFor(() => expect(shown()).toHaveLength(5));
    expect(screen.getByRole('button', { name: 'Add images' })).toHaveProperty('disabled', true);
  });

  test('R-IEDIT-07 R-IEDIT-08 R-IEDIT-09 R-IEDIT-15 are moved up and down and removed; each change is one of its own', async () => {
    const opened = await open('/items/1/edit', [1, 2, 3]);
    await screen.findByLabelText('Name');
    await press('Move image 3 up');
    await press('Move image 1 down');
    await press('Remove image 3');
    await choose(asFile(await photo()));
    await waitFor(() => expect(shown()).toHaveLength(3));
    await press('Save item');
    await waitFor(() => expect(opened.app.path()).toBe('/items/1'));
    const item = (await opened.device.rows('item'))[0];
    // 1 2 3 → 1 3 2 → 3 1 2 → 3 1, and the new one.
    expect(item?.images.map((image) => image.key).slice(0, 2)).toEqual([key(3), key(1)]);
    expect(item?.images).toHaveLength(3);
    const newKey = item?.images[2]?.key;
    expect(await sent(opened)).toEqual([
      ['item.removeImage', { id: 1, key: key(2) }],
      ['item.addImage', { id: 1, key: newKey }],
      ['item.orderImages', { id: 1, keys: [key(3), key(1), newKey] }],
    ]);
  });

  /** Returns a picture whose bytes come only when the returned function is called, as on a slow phone. */
  async function slowPicture(): Promise<{ file: File; come: () => void }> {
    const file = asFile(await photo());
    const bytes = await file.arrayBuffer();
    const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
    file.arrayBuffer = () => promise;
    return { file, come: () => resolve(bytes) };
  }

  test('X-TYPE-56 R-INEW-10 an item that is created before its picture is small has it, and is not left meanwhile', async () => {
    const opened = await open('/items/new');
    await screen.findByRole('option', { name: 'Groceries' });
    const { file, come } = await slowPicture();
    await choose(file);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add images' })).toHaveProperty('disabled', true));
    await press('Cancel');
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await userEvent.type(screen.getByLabelText('Name'), 'Charger');
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Groceries');
    await userEvent.type(screen.getByLabelText('Selling price'), '5');
    await press('Create item');
    expect(await sent(opened)).toEqual([]);
    come();
    await waitFor(() => expect(opened.app.path()).toBe('/items'));
    expect((await sent(opened)).map(([name]) => name)).toEqual(['item.create', 'item.addImage']);
  });

  test('X-TYPE-56 R-IEDIT-09 a picture that is removed or moved while another is made small stays so', async () => {
    const opened = await open('/items/1/edit', [1, 2, 3]);
    await screen.findByLabelText('Name');
    const { file, come } = await slowPicture();
    await choose(file);
    await press('Remove image 1');
    await press('Move image 2 up');
    come();
    await waitFor(() => expect(shown()).toHaveLength(3));
    await press('Save item');
    await waitFor(() => expect(opened.app.path()).toBe('/items/1'));
    const item = (await opened.device.rows('item'))[0];
    expect(item?.images.map((image) => image.key).slice(0, 2)).toEqual([key(3), key(2)]);
    expect(item?.images).toHaveLength(3);
  });

  test('R-IEDIT-04 a changed list alone is asked about before it is left', async () => {
    await open('/items/1/edit', [1, 2]);
    await screen.findByLabelText('Name');
    await press('Remove image 1');
    await press('Cancel');
    expect(await screen.findByRole('dialog', { name: 'Unsaved Changes' })).toBeTruthy();
  });

  test.each([
    ['R-INEW-40', '/items/new', 'Failed to create item'],
    ['R-IEDIT-14', '/items/1/edit', 'Failed to update item'],
  ])(
    "%s pictures that the device cannot keep: 'Error' / '%s', and everything stays in the form",
    async (_id, path, text) => {
      const opened = await open(path);
      await screen.findByLabelText('Name');
      if (path === '/items/new') await fillNewItem();
      await choose(asFile(await photo()));
      await waitFor(() => expect(shown()).toEqual(['Image 1']));
      vi.spyOn(opened.device.database.tables.imageFile, 'bulkPut').mockRejectedValue(new Error('gone'));
      await press(path === '/items/new' ? 'Create item' : 'Save item');
      const toast = within(await screen.findByRole('alert'));
      expect(toast.getByText('Error')).toBeTruthy();
      expect(toast.getByText(text)).toBeTruthy();
      expect(shown()).toEqual(['Image 1']);
      expect(await opened.shop.outbox()).toEqual([]);
    },
  );
});

const file = (digit: number): ImageFile => ({
  ...{ key: key(digit), itemId: 1, type: 'image/webp', state: 'waiting', refusal: null, addedAtMs: 1 },
  ...{ original: new ArrayBuffer(4), thumbnail: new ArrayBuffer(4) },
});

describe('pictures of an item', () => {
  const strip = () => screen.findAllByRole('button', { name: /^Open / });

  test('R-IDET-19 R-IDET-20 up to three thumbnails, and how many more', async () => {
    await open('/items/1', [1, 2, 3, 4, 5]);
    const buttons = await strip();
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Open image 1 of 5',
      'Open image 2 of 5',
      'Open image 3 of 5',
      'Open 2 more',
    ]);
    expect(buttons[3]?.textContent).toBe('+2');
    expect(buttons[0]?.querySelector('img')?.getAttribute('src')).toBe(`/uploads/7/${key(1)}/thumbnail.webp`);
  });

  test('R-IDET-20 three are no more than three', async () => {
    await open('/items/1', [1, 2, 3]);
    expect(await strip()).toHaveLength(3);
  });

  test('R-IDET-21 R-IDET-22 R-IDET-23 open a gallery with a counter, previous and next, by button and by key', async () => {
    Element.prototype.scrollIntoView = () => undefined;
    await open('/items/1', [1, 2, 3]);
    await userEvent.click(await screen.findByRole('button', { name: 'Open image 2 of 3' }));
    const gallery = within(await screen.findByRole('dialog', { name: 'Images of Soap' }));
    expect(gallery.getByText('2 / 3')).toBeTruthy();
    expect(gallery.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual(
      [1, 2, 3].map((digit) => `/uploads/7/${key(digit)}/original.webp`),
    );
    await userEvent.click(gallery.getByRole('button', { name: 'Next image' }));
    expect(gallery.getByText('3 / 3')).toBeTruthy();
    expect(gallery.getByRole('button', { name: 'Next image' })).toHaveProperty('disabled', true);
    await userEvent.click(gallery.getByRole('button', { name: 'Previous image' }));
    await userEvent.keyboard('{ArrowLeft}');
    expect(gallery.getByText('1 / 3')).toBeTruthy();
    await userEvent.keyboard('{End}');
    expect(gallery.getByText('3 / 3')).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    expect(gallery.getByText('3 / 3')).toBeTruthy();
    await userEvent.keyboard('{Home}{ArrowRight}');
    expect(gallery.getByText('2 / 3')).toBeTruthy();
    await userEvent.click(gallery.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('R-IDET-23 a swipe counts the picture that it leads to', async () => {
    Element.prototype.scrollIntoView = () => undefined;
    await open('/items/1', [1, 2, 3]);
    await userEvent.click(await screen.findByRole('button', { name: 'Open image 1 of 3' }));
    const gallery = within(await screen.findByRole('dialog', { name: 'Images of Soap' }));
    const images = gallery.getByRole('group', { name: 'Images' });
    const swipeTo = (scrollLeft: number, clientWidth: number) => {
      Object.defineProperties(images, {
        scrollLeft: { value: scrollLeft, configurable: true },
        clientWidth: { value: clientWidth, configurable: true },
      });
      fireEvent.scroll(images);
    };
    swipeTo(600, 400);
    expect(gallery.getByText('3 / 3')).toBeTruthy();
    swipeTo(590, 400);
    expect(gallery.getByText('2 / 3')).toBeTruthy();
    // A strip that is not laid out yet leads nowhere.
    swipeTo(0, 0);
    expect(gallery.getByText('2 / 3')).toBeTruthy();
  });

  test('M14 SYN-10 one that waits is shown from this device with a clock, and how far it has gone', async () => {
    const opened = await open('/items/1');
    await addImageFiles(opened.device.database, [file(7)]);
    await act(() => opened.shop.run('item.addImage', () => ({ id: 1, key: key(7) })));
    expect(await screen.findByText('1 image waits to be sent')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Waiting to be sent' })).toBeTruthy();
    const [button] = await strip();
    expect(button?.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/);
    act(() => setImageProgress(key(7), 0.4));
    expect(await screen.findByRole('progressbar', { name: 'Sending image, 40%' })).toBeTruthy();
  });

  test("G60 R-SNEW-38 M14 R-IEDIT-14 one that the server refused says why: 'Not accepted', 'Retry', 'Remove image'", async () => {
    const opened = await open('/items/1');
    const { database } = opened.device;
    await addImageFiles(database, [file(7)]);
    await act(() => opened.shop.run('item.addImage', () => ({ id: 1, key: key(7) })));
    await act(() =>
      setFileState(database, key(7), 'refused', {
        status: 422,
        message: 'This image is damaged or incomplete. Choose another one.',
      }),
    );
    expect(await screen.findByText('This image is damaged or incomplete. Choose another one.')).toBeTruthy();
    expect(screen.getByText('Not accepted')).toBeTruthy();
    await press('Retry');
    await waitFor(() => expect(screen.queryByText('Not accepted')).toBeNull());
    await act(() => setFileState(database, key(7), 'refused'));
    expect(await screen.findByText('Failed to update item')).toBeTruthy();
    await tapUntilGone(screen.getByRole('button', { name: 'Remove image' }));
    await waitFor(() => expect(screen.queryByText('Not accepted')).toBeNull());
    expect((await opened.device.rows('item'))[0]?.images).toEqual([]);
  });

  test('M14 one whose file is on another device yet: a clock in its place', async () => {
    const opened = await open('/items/1');
    await act(() =>
      opened.shop.absorb({ rows: { item: [{ ...SOAP, version: 2, images: [newItemImage(BUSINESS_ID, key(7), 0)] }] } }),
    );
    expect(await screen.findByRole('img', { name: 'Waiting to be sent' })).toBeTruthy();
    expect(screen.queryByText(/to be sent$/)).toBeNull();
  });
});

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newShopImage } from '../../../../domain/items/item-image.ts';
import { BusinessInfo } from '../../../../src/screens/business/business-info.tsx';
import { EditBusiness } from '../../../../src/screens/business/edit-business.tsx';
import { setImageProgress } from '../../../../src/state/image-progress.ts';
import { setFileState } from '../../../../sync/store/image-files.ts';
import { fakeServer, fakeServices } from '../../../support/screens/app-harness.tsx';
import { asFile, chooseFiles, stubDrawing } from '../../../support/browser/drawing-stub.ts';
import { drawing, photo } from '../../../support/pictures.ts';
import { BUSINESS_ID, businessRow } from '../../../support/shop-rows.ts';
import {
  meanwhile,
  type OpenedShop,
  openShop,
  renderShop,
  type ShopOptions,
} from '../../../support/screens/shop-screens.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';
import { tapUntilGone } from '../../../support/screens/tap-until-gone.ts';
import { press } from '../../../support/screens/screen-driver.ts';

const ROUTES = [
  { path: '/business-info', element: <BusinessInfo /> },
  { path: '/register/business', element: <EditBusiness /> },
];
const STORED = { ...newShopImage(BUSINESS_ID, 'a'.repeat(32)), isStored: true };
const WITH_IMAGE = businessRow({
  name: 'Amina',
  version: 2,
  profileImage: STORED,
  profileImageUrl: STORED.originalUrl,
});

beforeEach(stubDrawing);

async function open(business = businessRow({ name: 'Amina' }), path = '/business-info', options: ShopOptions = {}) {
  const opened = await openShop({ ...options, rows: { business: [business] } });
  renderShop(opened, ROUTES, path, fakeServices(fakeServer({})));
  if (path === '/business-info') await screen.findByRole('heading', { name: 'Amina' });
  else await screen.findByLabelText('Business name');
  return opened;
}
const chosen = async () => chooseFiles(asFile(await photo()));
const picture = () => screen.findByRole('img', { name: 'Picture of Amina' });
const keyOf = async ({ device }: OpenedShop) => (await device.rows('business'))[0]?.profileImage?.key;
const acts = async ({ shop }: OpenedShop) => (await shop.outbox()).map(({ wire }) => [wire.name, wire.args]);

describe('the picture of the business', () => {
  test.each(['/business-info', '/register/business?mode=profile'])(
    'R-BIZ-01 R-BIZ-17 C-036 C-136 M35 %s takes it offline: shown at once, its file on the disk before the row, and the person stays',
    async (path) => {
      const opened = await open(undefined, path);
      await goOffline();
      await screen.findByRole('button', { name: 'Add image' });
      expect(screen.queryByRole('button', { name: 'Remove image' })).toBeNull();
      await chosen();
      expect((await picture()).getAttribute('src')).toMatch(/^blob:/);
      expect(screen.getByText('The image waits to be sent')).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Change image' })).toBeTruthy();
      const [file] = await opened.device.database.tables.imageFile.toArray();
      expect(file).toMatchObject({ itemId: null, state: 'waiting' });
      expect(await acts(opened)).toEqual([['business.setImage', { id: BUSINESS_ID, key: file?.key }]]);
      act(() => setImageProgress(file?.key ?? '', 0.4));
      expect(await screen.findByRole('progressbar', { name: 'Sending image, 40%' })).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test('R-BIZ-17 M35 a stored one is shown from the server; removed, it is gone at once', async () => {
    const opened = await open(WITH_IMAGE);
    expect((await picture()).getAttribute('src')).toBe(STORED.thumbnailUrl);
    await press('Remove image');
    await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
    expect(screen.getByRole('button', { name: 'Add image' })).toBeTruthy();
    expect(await acts(opened)).toEqual([['business.setImage', { id: BUSINESS_ID, key: null }]]);
  });

  test('G60 R-SNEW-38 tapped until it is gone, it is removed once', async () => {
    const opened = await open(WITH_IMAGE);
    await picture();
    await tapUntilGone(screen.getByRole('button', { name: 'Remove image' }));
    expect(await acts(opened)).toEqual([['business.setImage', { id: BUSINESS_ID, key: null }]]);
  });

  test('G60 R-SNEW-38 chosen a second time while the first is being kept, it is one picture and one act', async () => {
    const opened = await open();
    const files = [asFile(await photo())];
    const input = document.querySelector('input[type=file]');
    if (input === null) throw new Error('There is no field for files');
    fireEvent.change(input, { target: { files } });
    fireEvent.change(input, { target: { files } });
    await picture();
    expect(await opened.device.database.tables.imageFile.count()).toBe(1);
    expect(await acts(opened)).toEqual([['business.setImage', { id: BUSINESS_ID, key: await keyOf(opened) }]]);
  });

  test('R-BIZ-18 M35 what the server answered is told: a busy one is asked again, a refused image is a person’s to decide', async () => {
    const opened = await open();
    await chosen();
    await picture();
    const { database } = opened.device;
    const key = (await keyOf(opened)) ?? '';
    await meanwhile(() => setFileState(database, key, 'waiting', { status: 502 }));
    expect(await screen.findByRole('alert', { name: 'Upload failed (502)' })).toBeTruthy();
    expect(screen.getByText('The image is kept on this device and sent again by itself.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();

    const message = 'This image is damaged or incomplete. Choose another one.';
    await meanwhile(() => setFileState(database, key, 'refused', { status: 422, message }));
    expect(await screen.findByRole('alert', { name: 'Upload failed (422)' })).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    await press('Retry');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect((await database.tables.imageFile.get(key))?.state).toBe('waiting');
  });

  test('M35 one whose file is on another device yet is told so', async () => {
    const onTheWay = { ...STORED, isStored: false };
    await open(businessRow({ name: 'Amina', profileImage: onTheWay, profileImageUrl: onTheWay.originalUrl }));
    expect(await screen.findByText('The image is still on another device, which has not sent it yet')).toBeTruthy();
  });

  test.each<[string, () => Promise<File>, string, string]>([
    [
      'R-IMG-02 a GIF',
      async () => asFile(await drawing('gif')),
      'Invalid file type',
      'Only JPEG, PNG, and WebP images are allowed.',
    ],
    [
      'R-IMG-03 one of 5 MB',
      async () => asFile(new Uint8Array(5 * 1024 * 1024)),
      'File too large',
      'Image size must be less than 5MB.',
    ],
  ])('%s is refused before anything is saved', async (_what, file, title, message) => {
    const opened = await open();
    await chooseFiles(await file());
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(await acts(opened)).toEqual([]);
  });

  test('SYN-26 a device that cannot keep the file says so, and the row names none', async () => {
    const opened = await open();
    vi.spyOn(opened.device.database.tables.imageFile, 'bulkPut').mockRejectedValue(new Error('gone'));
    await chosen();
    expect(await screen.findByText('Failed to update business details')).toBeTruthy();
    expect(await acts(opened)).toEqual([]);
  });

  test('G7 staff see it and cannot change it', async () => {
    await open(WITH_IMAGE, '/business-info', { state: { role: 'staff', projection: 'staff' } });
    await picture();
    for (const name of ['Change image', 'Add image', 'Remove image'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

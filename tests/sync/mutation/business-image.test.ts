import { describe, expect, test } from 'vitest';
import { uploadedImage } from '../../../domain/business.ts';
import { keepBusinessImage } from '../../../server/images/keep-image.ts';
import type { UploadFolder } from '../../../server/images/upload-folder.ts';
import { expectSame, openShop, ORDERS_OF_ARRIVAL } from '../../support/device/arrivals.ts';
import { BUSINESS_ID } from '../../support/shop-rows.ts';
import { type Phone, type Shop, syncBoth } from '../../support/device/two-phones.ts';

/* Two phones change the business's picture; their acts reach the server in either order (M35). */

const MINE = 'a'.repeat(32);
const THEIRS = 'b'.repeat(32);
const set = (phone: Phone, key: string | null) => phone.act('business.setImage', () => ({ id: BUSINESS_ID, key }));
const keyOn = (phone: Phone) => {
  const business = phone.row('business', BUSINESS_ID);
  return business ? (uploadedImage(business)?.key ?? null) : undefined;
};

/** Marks the picture's file as arrived on the server. */
const bring = ({ store }: Shop, key: string) =>
  keepBusinessImage(
    { store, announce: () => undefined },
    { keep: () => Promise.resolve() } as unknown as UploadFolder, // nothing else is asked of it
    { businessId: BUSINESS_ID, key, isListed: true },
    { original: new Uint8Array(), thumbnail: new Uint8Array() },
  );

describe.each(ORDERS_OF_ARRIVAL)('%s', (arrival) => {
  test('M35 two pictures: the last to arrive stands on both, and no one is asked', async () => {
    const shop = await openShop(arrival, 'admin');
    await set(shop.first, MINE);
    await set(shop.second, THEIRS);
    await syncBoth(shop.first, shop.second);
    expect([shop.first, shop.second].map(keyOn)).toEqual([THEIRS, THEIRS]);
    expectSame(shop, 'business', BUSINESS_ID);
    expect([shop.amina.conflicts(), shop.brian.conflicts()]).toEqual([[], []]);
  });

  test('M35 a picture here, its removal there: the last to arrive stands; the details beside it are nobody’s loss', async () => {
    const shop = await openShop(arrival, 'admin');
    await set(shop.amina, MINE);
    await syncBoth(shop.amina, shop.brian);
    await set(shop.first, THEIRS);
    await set(shop.second, null);
    await shop.first.edit('business', BUSINESS_ID, { phone: '0700 1' });
    await shop.second.edit('business', BUSINESS_ID, { name: 'Amina & Sons' });
    await syncBoth(shop.first, shop.second);
    expect([shop.first, shop.second].map(keyOn)).toEqual([null, null]);
    expect(shop.server('business', BUSINESS_ID)).toMatchObject({
      ...{ profileImage: null, profileImageUrl: null },
      ...{ phone: '0700 1', name: 'Amina & Sons' },
    });
  });

  test('M35 SYN-10 a file that came is told to both; one that another picture has overtaken is not taken', async () => {
    const shop = await openShop(arrival, 'admin');
    await set(shop.first, MINE);
    await set(shop.second, THEIRS);
    await syncBoth(shop.first, shop.second);
    expect(await bring(shop, MINE)).toBe('not_listed');
    expect(await bring(shop, THEIRS)).toBe('kept');
    // Setting the same picture again keeps the mark that its file has arrived.
    await set(shop.second, THEIRS);
    await syncBoth(shop.first, shop.second);
    for (const phone of [shop.first, shop.second])
      expect(phone.row('business', BUSINESS_ID)?.profileImage).toMatchObject({ key: THEIRS, isStored: true });
  });
});

test('M35 G7 staff cannot change it, on the phone or on the server', async () => {
  const { amina, brian } = await openShop('Amina first');
  await set(amina, MINE);
  await syncBoth(amina, brian);
  const tried = await brian.tryTo('business.setImage', () => ({ id: BUSINESS_ID, key: null }));
  expect(tried).toEqual({ ok: false, error: { code: 'not_permitted' } });
  expect(keyOn(brian)).toBe(MINE);
});

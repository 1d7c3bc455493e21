import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useCountLeft } from '../../../src/state/left-at-logout.ts';
import { ReplicaProvider } from '../../../src/state/replica.tsx';
import { addImageFiles, setFileState } from '../../../sync/store/image-files.ts';
import { customerArgs } from '../../support/device/replica.ts';
import { openShop } from '../../support/screens/shop-screens.tsx';

test('SYN-24 C-146 what a logout would leave is counted on the disk: unsent changes, those not accepted, and pictures', async () => {
  const { replica, shop, device } = await openShop();
  for (const name of ['Asha', 'Brian', 'Cissy'])
    await shop.run('customer.create', (tools) => customerArgs(tools, name));
  const [first] = await shop.outbox();
  await device.database.tables.outbox.update(first?.seq ?? 0, { state: 'refused' });
  const bytes = new ArrayBuffer(1);
  const file = { itemId: 1, type: 'image/webp', original: bytes, thumbnail: bytes, state: 'waiting' } as const;
  const keys = ['1', '2', '3'].map((digit) => digit.repeat(32));
  await addImageFiles(
    device.database,
    keys.map((key) => ({ ...file, key, refusal: null, addedAtMs: 0 })),
  );
  await setFileState(device.database, keys[2] ?? '', 'sent');
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ReplicaProvider value={replica}>{children}</ReplicaProvider>
  );
  const { result } = renderHook(() => useCountLeft(), { wrapper });
  expect(await result.current()).toEqual({ unsentCount: 2, notAcceptedCount: 1, pictureCount: 2, unfinishedCount: 0 });
});

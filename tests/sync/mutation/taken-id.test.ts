import { expect, test } from 'vitest';
import { openTwoPhones, syncBoth } from '../../support/two-phones.ts';
import { customerArgs } from '../../support/mutation-args.ts';
import { BUSINESS_ID, customerRow } from '../../support/shop-rows.ts';

test('SYN-22 the id of a row that left is taken: the newcomer is re-numbered', async () => {
  const shop = await openTwoPhones('admin');
  const { amina, brian } = shop;
  const newcomer = await brian.act('customer.create', (tools) => customerArgs(tools, { name: 'Newcomer' }));
  const stranger = customerRow({ id: newcomer.id, name: 'Stranger' });
  const write = (after: typeof stranger | undefined) =>
    shop.store.change(BUSINESS_ID, (tx) =>
      tx.writeRows([{ table: 'customer', id: newcomer.id, before: undefined, after }]),
    );
  await write(stranger);
  await write(undefined);
  await syncBoth(brian, amina);
  for (const phone of [amina, brian]) {
    expect(phone.row('customer', newcomer.id)).toBeUndefined();
    expect(phone.rows('customer').filter(({ name }) => name === 'Newcomer')).toHaveLength(1);
  }
  expect(shop.outcomesOf(brian)).toMatchObject([{ codes: ['id_clash'] }, { kind: 'applied' }]);
});

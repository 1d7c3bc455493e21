import { paths } from '../../../src/parts/paths.ts';
import { NewSupplier } from '../../../src/screens/suppliers/new-supplier.tsx';
import { SupplierDetail } from '../../../src/screens/suppliers/supplier-detail.tsx';
import { SuppliersList } from '../../../src/screens/suppliers/suppliers-list.tsx';
import type { Replica as ShownReplica } from '../../../src/state/replica.tsx';
import { openShop, renderShop, type ShopOptions } from './shop-screens.tsx';

/* The screens of suppliers at their addresses, over a device's own database. */

const routes = [
  { path: paths.suppliers, element: <SuppliersList /> },
  { path: paths.newSupplier, element: <NewSupplier /> },
  { path: paths.supplier, element: <SupplierDetail /> },
  { path: '*', element: <p>elsewhere</p> },
];

/** @param run delays or fails a person's acts */
export async function showSuppliers(path: string, options: ShopOptions = {}, run?: ShownReplica['run']) {
  const opened = await openShop(options);
  const app = renderShop({ replica: { ...opened.replica, run: run ?? opened.replica.run } }, routes, path);
  const waiting = async () => (await opened.shop.outbox()).map(({ wire }) => [wire.name, wire.args] as const);
  return { ...opened, app, waiting };
}

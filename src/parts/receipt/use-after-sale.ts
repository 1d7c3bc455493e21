import { useCallback } from 'react';
import { printerSettings } from '../../platform/printer/printer-settings.ts';
import { type FinishedSale, showFinishedSale } from '../../state/finished-sale.ts';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure } from '../../state/toasts.ts';
import { NOT_PRINTED } from '../printer/printer-words.ts';

/** Returns what follows a saved sale: the sheet, and the printer if this device has one. Nothing waits for it. */
export function useAfterSale(): (finished: FinishedSale) => void {
  const replica = useReplica();
  const shop = useShop();
  return useCallback(
    (finished) => {
      showFinishedSale(finished);
      const settings = printerSettings();
      if (settings === null || !(settings.printsAfterSale || settings.opensDrawer)) return;
      import('./print-receipt.ts')
        .then(({ printAfterSale }) => printAfterSale({ replica, shop }, finished.saleId))
        .catch(() => showFailure(NOT_PRINTED, 'The sale is saved. What prints could not be loaded.'));
    },
    [replica, shop],
  );
}

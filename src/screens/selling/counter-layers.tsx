import { NewCustomerDialog } from '../../parts/customer/new-customer-dialog.tsx';
import { useAfterSale } from '../../parts/receipt/use-after-sale.ts';
import { openBarcodeReader } from '../../platform/barcode-reader.ts';
import { useShop } from '../../state/shop.ts';
import { CameraScanner } from '../../ui/scan/camera-scanner.tsx';
import { offlineText } from '../../ui/online-only.tsx';
import { ClearBasket } from './clear-basket.tsx';
import { KeysHelp } from './counter-keys.tsx';
import { LineDialog } from './line-dialog.tsx';
import { OtherAmount } from './other-amount.tsx';
import { ParkDialog, ParkedList } from './parked-dialog.tsx';
import { ScanSaid } from './scan-said.tsx';
import { TakePayment } from './take-payment.tsx';
import type { CounterActs } from './use-counter-acts.ts';
import type { Parked } from './use-parked.ts';
import type { SaleForm } from './use-sale-form.ts';

/** The layers over the counter. The quantity pad and the new customer (over the payment) are layers of their own. */
export type Layer = 'pay' | 'clear' | 'park' | 'parked' | 'other' | 'camera' | 'keys';

interface CounterLayersProps {
  layer: Layer | null;
  sale: SaleForm;
  acts: CounterActs;
  parked: Parked;
  /** Null while the sum cannot be counted: then nothing can be charged. */
  finalMinor: number | null;
  newCustomerName: string | null;
  onNewCustomer: (name: string | null) => void;
  onClose: () => void;
  /** Called when the basket has become empty. */
  onEmptied: () => void;
}

/** The dialogs of the counter. */
export function CounterLayers(props: CounterLayersProps) {
  const { layer, sale, acts, parked, finalMinor, newCustomerName, onNewCustomer, onClose, onEmptied } = props;
  const { timeZone } = useShop();
  const afterSale = useAfterSale();
  const { currency } = sale;
  const closeEmptied = () => {
    onClose();
    onEmptied();
  };
  return (
    <>
      {layer === 'pay' && finalMinor !== null && (
        <TakePayment
          sale={sale}
          finalMinor={finalMinor}
          onNewCustomer={onNewCustomer}
          onClose={onClose}
          onCreate={(last) =>
            sale.save(async (finished) => {
              closeEmptied();
              sale.beginNext();
              afterSale(finished);
            }, last)
          }
        />
      )}
      {acts.asked !== null && (
        <LineDialog
          key={acts.asked.item.id}
          item={acts.asked.item}
          line={acts.asked.line}
          currency={currency}
          onDone={acts.setAsked}
          onRemove={acts.asked.line === undefined ? null : acts.removeAsked}
          onClose={acts.closeAsked}
        />
      )}
      {layer === 'other' && (
        <OtherAmount
          currency={currency}
          isBusy={acts.isMakingOther}
          onAdd={(other) => acts.addOther(other, onClose)}
          onClose={onClose}
        />
      )}
      {layer === 'clear' && <ClearBasket sale={sale} onCleared={closeEmptied} onClose={onClose} />}
      {layer === 'park' && (
        <ParkDialog isBusy={parked.isBusy} onPark={(name) => parked.park(name, closeEmptied)} onClose={onClose} />
      )}
      {layer === 'parked' && (
        <ParkedList
          parked={parked.sales}
          zone={timeZone}
          isBusy={parked.isBusy}
          onResume={(one) => parked.resume(one, onClose)}
          onDiscard={parked.discard}
          onClose={onClose}
        />
      )}
      {layer === 'camera' && (
        <CameraScanner
          openReader={openBarcodeReader}
          readerMissing={offlineText('load the scanner, once')}
          onCode={async (code) => <ScanSaid answer={await acts.scan(code)} />}
          onClose={onClose}
        />
      )}
      {layer === 'keys' && <KeysHelp onClose={onClose} />}
      {newCustomerName !== null && (
        <NewCustomerDialog
          typedName={newCustomerName}
          onCreated={(customer) => sale.change({ customer })}
          onClose={() => onNewCustomer(null)}
        />
      )}
    </>
  );
}

import { useEffect, useState } from 'react';
import type { PrinterPresence } from '../../platform/printer/printer-link.ts';
import type { PrinterIdentity } from '../../platform/printer/printer-settings.ts';
import { followPrinter, printerPresence } from '../../platform/printer/receipt-printer.ts';

export type PrinterStatus = PrinterPresence | 'looking';

/** Returns the state of the connection to the printer. It is checked again when a device is connected or removed. */
export function usePrinterStatus(identity: PrinterIdentity): PrinterStatus {
  const [seen, setSeen] = useState<{ identity: PrinterIdentity; presence: PrinterPresence } | null>(null);
  useEffect(() => {
    let isOver = false;
    const look = () =>
      void printerPresence(identity).then((presence) => {
        if (!isOver) setSeen({ identity, presence });
      });
    look();
    const endFollowing = followPrinter(identity, look);
    return () => {
      isOver = true;
      endFollowing();
    };
  }, [identity]);
  return seen?.identity === identity ? seen.presence : 'looking';
}

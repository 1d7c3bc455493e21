import { jobBytes } from '../../parts/receipt/print-receipt.ts';
import type { PrintedLine } from '../../platform/printer/printed-line.ts';
import type { PrinterSettings } from '../../platform/printer/printer-settings.ts';
import { type SendResult, sendToPrinter } from '../../platform/printer/receipt-printer.ts';

/**
 * Returns the lines of a test print: the width, characters of the printer's own font, characters drawn as an image, and
 * whether the drawer opens.
 */
function testLines(shopName: string, { rollWidthMm, opensDrawer }: PrinterSettings): PrintedLine[] {
  const text = (value: string, style: 'title' | 'strong' | 'plain' = 'plain'): PrintedLine => ({
    kind: 'text',
    ...{ text: value, style, align: 'center' },
  });
  return [
    text(shopName, 'title'),
    text('Test print', 'strong'),
    { kind: 'rule' },
    { kind: 'pair', name: 'Left edge', value: 'Right edge', style: 'plain' },
    { kind: 'pair', name: 'Width of the roll', value: `${rollWidthMm} mm`, style: 'plain' },
    { kind: 'pair', name: 'Cash drawer', value: opensDrawer ? 'opens now' : 'not used', style: 'plain' },
    { kind: 'rule' },
    text('Letters: José, Müller, Ñandú'),
    text('Drawn: Ŋ ẹ̀kọ́ أرز 漢字'),
    { kind: 'gap' },
    text('If each line above stands on one row and is whole, the printer is set right.'),
  ];
}

/** Sends the test print. Call it in a tap: the browser may have to ask for permission. */
export async function printTest(settings: PrinterSettings, shopName: string): Promise<SendResult> {
  const bytes = async () => await jobBytes(testLines(shopName, settings), settings, settings.opensDrawer);
  return await sendToPrinter({ identity: settings.identity, bytes, mayAsk: true });
}

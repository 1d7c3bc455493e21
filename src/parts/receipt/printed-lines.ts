import type { PrintedLine, PrintedStyle } from '../../platform/printer/printed-line.ts';
import type { NamedValue, ReceiptContent } from './receipt-content.ts';

/** Returns the printed lines of a receipt, in the order of the sheet and the picture (R-PRN-10). */
export function printedLines(content: ReceiptContent, isCopy: boolean): PrintedLine[] {
  const text = (value: string, style: PrintedStyle = 'plain', align: 'left' | 'center' = 'center'): PrintedLine => ({
    kind: 'text',
    ...{ text: value, style, align },
  });
  const pair = (named: NamedValue, style: PrintedStyle = 'plain'): PrintedLine => ({ kind: 'pair', style, ...named });
  const rule: PrintedLine = { kind: 'rule' };
  const gap: PrintedLine = { kind: 'gap' };
  return [
    text(content.business, 'title'),
    ...content.contact.map((line) => text(line)),
    ...(isCopy ? [text('Copy', 'strong')] : []),
    rule,
    ...content.facts.map((fact) => pair(fact)),
    rule,
    ...content.items.flatMap(({ name, detail, total }) => [
      text(name, 'plain', 'left'),
      pair({ name: detail, value: total }),
    ]),
    rule,
    ...content.steps.map((step) => pair(step)),
    pair(content.total, 'strong'),
    rule,
    ...content.payment.map((fact) => pair(fact)),
    gap,
    text(content.marker, 'strong'),
    gap,
    text(content.closing),
  ];
}

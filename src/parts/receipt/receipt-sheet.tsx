import type { ReceiptContent, NamedValue } from './receipt-content.ts';

export interface ReceiptSheetProps {
  content: ReceiptContent;
  /** True if the receipt was printed before (G44). */
  isCopy: boolean;
}

/**
 * The receipt as paper shows it: black on white in every colour scheme, every word in full. Names may be of any script
 * and direction; each stands in a direction of its own, so that none turns the figures beside it around.
 */
export function ReceiptSheet({ content, isCopy }: ReceiptSheetProps) {
  return (
    <article className="k-receipt" aria-label="Receipt">
      <header>
        <h2 dir="auto">{content.business}</h2>
        {content.contact.map((line, index) => (
          <p key={index} dir="auto">
            {line}
          </p>
        ))}
        {isCopy && <p className="k-receipt-copy">Copy</p>}
      </header>
      <NamedValues values={content.facts} />
      <ul>
        {content.items.map((item, index) => (
          // A sale may have the same item on several lines, and its lines never change.
          <li key={index}>
            <span className="k-receipt-item" dir="auto">
              {item.name}
            </span>
            <span className="k-receipt-pair">
              <span>{item.detail}</span>
              <span className="k-receipt-amount">{item.total}</span>
            </span>
          </li>
        ))}
      </ul>
      {content.steps.length > 0 && <NamedValues values={content.steps} />}
      <NamedValues values={[content.total]} isTotal />
      <NamedValues values={content.payment} />
      <p className="k-receipt-marker">{content.marker}</p>
      <footer>{content.closing}</footer>
    </article>
  );
}

function NamedValues({ values, isTotal = false }: { values: readonly NamedValue[]; isTotal?: boolean }) {
  return (
    <dl className={isTotal ? 'k-receipt-total' : undefined}>
      {values.map(({ name, value }, index) => (
        // The index is part of the key: two payments in one minute have the same name.
        <div key={index} className="k-receipt-pair">
          <dt dir="auto">{name}</dt>
          <dd dir="auto" className="k-receipt-amount">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { useComputedColorScheme } from '@mantine/core';
import { useState } from 'react';
import { MarkedText } from './marked-text.tsx';
import './counter-help.css';

interface Step {
  /** File name of its picture, which scripts/make-help-pictures.mjs takes from the running app. */
  picture: string;
  alt: string;
  texts: readonly string[];
}

/** How to sell, for a person who uses the counter for the first time. The text is complete without the pictures. */
const STEPS: readonly Step[] = [
  {
    picture: 'tiles',
    alt: 'The counter: tiles with name, price and stock, two of them with a number in a circle; below, the number of items, the sum and Charge.',
    texts: [
      'Tap **Sell** at the bottom; on a wide screen it is at the left. Each tile is an item: its name, its price, and how many are left. **Out** means that none is left by the book; it can be sold all the same.',
      'Tap an item once for each piece that is sold. The circle on the tile counts them. Nothing is recorded yet.',
      'You do not see the item? Type a part of its name into **Search or scan**, or scan its code. Enter takes the first one that is found.',
      'No item has the code that you scanned? **Create item with this code** opens its form, and brings you back with the item in the basket.',
    ],
  },
  {
    picture: 'line',
    alt: 'A small window over the counter: Quantity with large keys, Price, and Done.',
    texts: [
      'More than a few pieces, a weight such as 1.25, or another price: tap the three dots on the tile, or keep your finger on it. Write the **Quantity**, and a **Price** if it is not the usual one. Then **Done**.',
      'Something that is not in the list at all: **Other amount**. Write what it costs and, if you like, what it is, then **Add to the basket**.',
    ],
  },
  {
    picture: 'basket',
    alt: 'The open basket: a line for each item with less, more and its amount; below, Add discount, Customer and Notes.',
    texts: [
      'Tap the bar at the bottom that shows the items and the sum: it opens the basket. On a laptop the basket is always open at the right. Minus takes one away; the last one goes with its line. A tap on a name or an amount changes quantity and price.',
      '**Add discount** takes something off the whole sale, **Customer** says who buys, **Notes** is for your shop.',
      'The customer forgot their money? **Park sale** puts the basket aside and you serve the next one. A button with the number of parked sales comes up over the tiles: tap it, and then the sale, to go on with it.',
    ],
  },
  {
    picture: 'payment',
    alt: 'Take payment: the amount due in large figures, the change below it, the payment methods, Exact, likely notes and a pad of keys.',
    texts: [
      '**Charge** opens **Take payment**. The large figure is what the customer has to pay. Choose how they pay.',
      'Cash: tap **Exact** if they give just that, or the note that they hand you. Either one records the sale at once. For any other amount use the keys, read the **Change**, then **Create sale**.',
      'A part in cash and the rest by phone: choose the first method, **Add another method**, write its part, **Add**, and go on with the rest.',
      'They pay later: turn on **Pay later** and choose the **Customer**. What they give you today goes into **Paid now**. Then **Create sale**.',
    ],
  },
  {
    picture: 'done',
    alt: 'After the sale: what it was sold for, the change in large figures, Receipt, WhatsApp, Print, and New sale.',
    texts: [
      'The sale is recorded when the sheet with **New sale** comes up, also without a connection. The **Change** stands there until you go on. **Receipt** shows the receipt, **WhatsApp** sends it, **Print** prints it.',
      'Tap **New sale**, or just tap or scan the next item.',
      'At a keyboard: **?** on the counter shows its keys. **/** searches, **+** and **-** change the last line, **F9** charges, and Enter on **Exact** records the sale.',
      'You were wrong? A recorded sale is not changed: open it under **Sales**, **Cancel sale**, and sell again.',
    ],
  },
];

export function CounterHelp() {
  return (
    <ol className="k-steps k-counter-help">
      {STEPS.map(({ picture, alt, texts }) => (
        <li key={picture}>
          <div>
            {texts.map((text) => (
              <MarkedText key={text}>{text}</MarkedText>
            ))}
          </div>
          <HelpPicture name={picture} alt={alt} />
        </li>
      ))}
    </ol>
  );
}

const PICTURE_PX = { width: 360, height: 640 };

/** A picture. It is not stored for offline use: if it cannot be loaded, it is left out, and the text says all. */
function HelpPicture({ name, alt }: { name: string; alt: string }) {
  const scheme = useComputedColorScheme('light');
  const [missing, setMissing] = useState<string | null>(null);
  const src = `/screenshots/help/${name}-${scheme}.webp`;
  if (missing === src) return null;
  return <img {...PICTURE_PX} src={src} alt={alt} loading="lazy" decoding="async" onError={() => setMissing(src)} />;
}

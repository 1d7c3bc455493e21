import { Text } from '@mantine/core';
import { tellsOfOrders } from '../../platform/browser-abilities.ts';
import { MarkedText } from './marked-text.tsx';

/** Sentences for what this browser can do. An iPhone shows notifications only for apps on the home screen. */
const NEW_ORDER_TEXTS = {
  'when closed':
    'Tap the bell at the top, then **Enable**: this phone tells you of a new order, also while Kaunta is closed.',
  'when open': 'Tap the bell at the top, then **Enable**: this phone tells you of a new order while Kaunta is open.',
  never:
    'The bell at the top shows a new order while Kaunta is open. This browser has no notifications; on an iPhone Kaunta has them once it is on the home screen.',
} as const;

/** The steps of a shop's first day, in order. Words between two pairs of stars are what a person taps or reads. */
const stepsOfTheDay = (): readonly { title: string; texts: readonly string[] }[] => [
  {
    title: 'Open the shop',
    texts: [
      'On the first screen tap **Register** and fill in your shop and yourself. Then **Login** with the **Phone** and the **PIN** that you chose.',
      '**Cash** is there to be paid with. For mobile money and the like: **Settings**, **Payment Methods**, **Add**.',
    ],
  },
  {
    title: 'Put your items in',
    texts: [
      '**Home**, **New Item**: fill in **Name**, **Category**, **Selling price** and **Initial stock**, then **Create item**. With a **Cost price** the reports can say what you earn. **Add images** takes a picture.',
      'What you sell by weight gets **Kilogram** as its **Unit of sale**. Then 1.25 is a quantity like any other.',
      'You have a list in Excel or CSV? **Settings**, **Import and export**, **Import items**.',
    ],
  },
  {
    title: 'When goods come in',
    texts: [
      '**Home**, **Add Stock**: tap the item, write the **Quantity**, **Add stock**. If you fill in **Purchase amount (per unit)**, a purchase that you paid in cash is recorded too. Its supplier is Default Supplier, who stands for everybody without a name.',
      'For a delivery of several items, from a supplier with a name, or to be paid later: **Home**, **Purchases**, **New Purchase**.',
      'Something broke or was lost: open the item, **Adjust Stock**. To write down what the shelf really holds: **Count Stock**.',
    ],
  },
  {
    title: 'Sell',
    texts: [
      '**Home**, **New Sale**: choose the **Item** and the **Quantity**, with **Another item** for the next one. In **Amount received** write what the customer hands you; **Change** is what they get back. **Create sale** saves it, also without a connection.',
      'For a receipt open the sale under **Sales** and tap **Receipt**, then **Print Receipt** or **Share**.',
    ],
  },
  {
    title: 'Sell on credit',
    texts: [
      'In the sale choose the **Customer**, or **New customer**, and turn on **Pay later**. When they bring money, all of it or a part, open the customer and tap **Record payment**: the oldest sales are paid first. For one sale alone, open that sale instead, and record the money there.',
      '**Reports**, **Unpaid** shows who owes you, and **Remind by WhatsApp** writes to them.',
    ],
  },
  {
    title: 'Put a mistake right',
    texts: [
      'A sale cannot be changed after it is recorded. Open it, tap **Cancel sale** and write the **Reason**: the stock comes back. If money was paid, it asks **Was the money given back?** If **Not yet**, tap **Settle refund** once it is. Then record the sale again. Both stay in the book.',
    ],
  },
  {
    title: 'Let somebody help you',
    texts: [
      '**Settings**, **Manage Users**, **Add User**. They log in on their own phone, with their **Phone** and the **PIN** that you tell them. The form asks for an **Email**; whoever has none may have yours.',
    ],
  },
  {
    title: 'Let customers order',
    texts: [
      'Your shop has a page for everybody: its link stands on **Home**, under the name of the shop. Send it to your customers. The page shows the items with **Display on Kaunta Store**. What is out of stock stays there, marked as out of stock, and cannot be ordered.',
      NEW_ORDER_TEXTS[tellsOfOrders()],
      'Open the order under **Orders**. **Confirm** tells the customer that you have seen it. **Fulfill**, when you hand it over, takes it from the stock and records the sale.',
    ],
  },
  {
    title: 'Close the day',
    texts: [
      '**Home**, **Reports**: what was sold, what you earned, who sold it. **Total sales** has the sales on credit in it; **Sales today** on Home has only those that are paid.',
      'Below them, at **Day close**, tap **Count cash**: it compares what is in the drawer with what should be there. Money that you took out, to pay for goods for instance, is not known to it: write it in **Notes**.',
      'For a file of the sales: **Settings**, **Import and export**, **Export sales**.',
    ],
  },
  {
    title: 'Keep Kaunta on the phone',
    texts: [
      '**Settings**, **Install app** puts Kaunta on the home screen. Where you do not find it, the browser’s own menu has Add to Home Screen; on an iPhone it is behind the Share sign of Safari.',
    ],
  },
];

export function FirstDay() {
  return (
    <ol className="k-steps">
      {stepsOfTheDay().map(({ title, texts }) => (
        <li key={title}>
          <Text fw={700}>{title}</Text>
          {texts.map((text) => (
            <MarkedText key={text}>{text}</MarkedText>
          ))}
        </li>
      ))}
    </ol>
  );
}

import { Anchor, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { sendsWhenClosed } from '../../platform/browser-abilities.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { AboutPage, Part, partId } from './about-page.tsx';
import { CounterHelp } from './counter-help.tsx';
import { FirstDay } from './first-day.tsx';

/** The meaning of each status word in the header and on rows. */
const SYNC_WORDS = [
  ['All changes synced', 'Everything recorded on this device is on the server too.'],
  ['3 changes pending', 'So many changes are saved on this device and wait to be sent.'],
  ['Syncing...', 'The device is sending and fetching right now.'],
  ['Offline', 'There is no connection. Go on working: what you record waits here.'],
  [
    '2 need attention',
    'The server did not accept something, two people changed the same thing, or more was sold than there was. Tap it: Sync status says what and why, and you choose.',
  ],
  ['Sign in again', 'Your login has ended. What waits is kept; log in and it is sent.'],
  ['Pending sync', 'On a sale or an item: saved here, not yet sent.'],
  ['Conflict', 'Two people changed the same thing. Keep mine or Keep theirs settles it for every device.'],
  ['Not accepted', 'The server refused this change and says why. Retry sends it again, Discard takes it back.'],
  ['Oversold', 'More of an item was sold than there was in stock. Open it and tap Count Stock.'],
  ['Complete up to 17:30', 'Beside a figure: what other phones have recorded since then is not in it yet.'],
] as const;

/** Says when this browser sends waiting changes. It promises only what this browser can do. */
const sendingText = (): string =>
  sendsWhenClosed()
    ? 'Everything you save is kept on this device first and is sent by itself as soon as there is a connection, in the order in which you did it. You do not have to wait or press anything.'
    : 'Everything you save is kept on this device first and is sent by itself, in the order in which you did it, when there is a connection and Kaunta is open. This browser sends nothing while Kaunta is closed: open it when you have a connection, until the top says that all changes are synced.';

interface HelpPart {
  title: string;
  texts: readonly string[];
  more?: ReactNode;
}

const helpParts = (): readonly HelpPart[] => [
  { title: 'Your first day', texts: [], more: <FirstDay /> },
  { title: 'Selling at the counter', texts: [], more: <CounterHelp /> },
  {
    title: 'Selling without a connection',
    texts: [
      'Log in once with a connection. From then on Kaunta opens and works without one: record sales, print and share receipts, add stock, add customers, confirm and fulfil orders.',
      sendingText(),
      'A sale that was recorded is never refused. If two phones sold the last piece, both sales stand, the stock goes below zero, and Kaunta tells you to count it.',
      'Only a few things need a connection: logging in, changing a PIN, managing users and their devices, **Security**, changing the link or the currency of the shop, and loading sales that are older than what this device keeps. Their buttons say so when you are offline.',
    ],
  },
  {
    title: 'What the words at the top mean',
    texts: [],
    more: (
      <Facts>
        {SYNC_WORDS.map(([word, meaning]) => (
          <Fact key={word} name={word}>
            {meaning}
          </Fact>
        ))}
      </Facts>
    ),
  },
  {
    title: 'A receipt printer',
    texts: [
      'Chrome and Edge, on Android and on computers, reach a thermal printer of 58 or 80 mm by Bluetooth, USB or a serial port. Open **Settings**, **Receipt printer**, choose how it is connected, pick it in the list that the browser shows, and **Print a test**. Each device has its own printer.',
      '**Print after each sale** prints by itself; **Open the cash drawer** opens the drawer that is plugged into the printer after a sale in cash. The sale is saved before anything is printed: if the printer is off or out of paper, Kaunta says so, the sale stands, and you print it again. A second receipt of a sale says **Copy**.',
      'Some browsers ask for a Bluetooth printer anew each time Kaunta is opened: tap **Print** once and choose it. If Windows holds a USB printer, use its serial port or the print dialog. iPhones and Firefox print by the print dialog.',
    ],
  },
  {
    title: 'Labels with barcodes',
    texts: [
      'Open an item, or the list of **Items**, or a purchase, and tap **Print labels**. Choose how many of each, and the paper: an A4 sheet with 24 labels from a stationer, or a roll of 58 or 80 mm. The picture below shows how they will look. Then print. It works without a connection.',
      'An item that has no code gets one of your shop, a number that begins with 2. It becomes the **SKU** of the item, so a scan at the counter finds it on every phone. An item that has a SKU keeps it: its bars say just that.',
      'In the print dialog choose a size of 100 % and no margins, and try it on plain paper first. Of a sheet that is half used, say at which label to start. A roll comes out of the **Receipt printer** by itself where this device has one.',
    ],
  },
  {
    title: 'When a phone is lost or stolen',
    texts: [
      'On another device an admin opens **Settings**, **Manage Users**, then **Devices** of the person who had the phone, and taps **Sign out this device**. From then on that phone can neither read nor send anything of your shop. **Reset PIN** of that person too.',
      'What was sent before is safe on the server. Sales that were still waiting on the lost phone are only there: if you find it, log in on it and they are sent.',
      'Lock the screen of every phone with a code: what a phone has already fetched stays on it until somebody logs out there.',
    ],
  },
  {
    title: 'When somebody leaves the shop',
    texts: [
      '**Settings**, **Manage Users**, **Delete**. They cannot log in any more, on any device. Everything they recorded stays, with their name. What their phone has not sent can still come for 30 days; an admin who logs in on that phone can send it at once from **Sync status**.',
    ],
  },
  {
    title: 'A new phone, or a broken one',
    texts: [
      'Log in on the new phone with the same phone number and PIN: the whole shop comes to it. If changes still wait on the old phone, connect it once before you put it away, or use **Export unsent changes** in **Sync status**, and **Import** on the new one.',
      'Do not clear the browser’s data and do not uninstall the app while changes are pending: they are only on this device until they are sent.',
    ],
  },
  {
    title: 'A forgotten PIN',
    texts: [
      'Ask an admin of the shop: **Reset PIN** under **Manage Users**. The owner, or anybody without an admin at hand, uses **Forgot PIN?** on the login screen: a code is sent to the phone number. If none comes, whoever runs Kaunta for you can tell you the code.',
      'After several wrong PINs you have to wait before the next try. The wait grows, so that nobody can guess a PIN.',
    ],
  },
];

/**
 * The help at /help (G42, G51, G59): a shop's first day, and how Kaunta works without a network, in a shopkeeper's
 * words.
 */
export function Help() {
  const parts = helpParts();
  return (
    <AboutPage title="Help">
      <Stack component="nav" gap={0} aria-label="On this page" className="k-page-list">
        {parts.map(({ title }) => (
          <Anchor key={title} component={Link} to={`#${partId(title)}`} className="k-inline-link">
            {title}
          </Anchor>
        ))}
      </Stack>
      {parts.map(({ title, texts, more }) => (
        <Part key={title} title={title} texts={texts}>
          {more}
        </Part>
      ))}
    </AboutPage>
  );
}

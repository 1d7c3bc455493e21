import { Anchor, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Fact, Facts } from '../../ui/facts.tsx';
import { AboutPage, Part, partId } from './about-page.tsx';
import { FirstDay } from './first-day.tsx';

/** What each word of the header and of the rows means. */
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

const PARTS: readonly { title: string; texts: readonly string[]; more?: ReactNode }[] = [
  { title: 'Your first day', texts: [], more: <FirstDay /> },
  {
    title: 'Selling without a connection',
    texts: [
      'Log in once with a connection. From then on Kaunta opens and works without one: record sales, print and share receipts, add stock, add customers, confirm and fulfil orders.',
      'Everything you save is kept on this device first and is sent by itself as soon as there is a connection, in the order in which you did it. You do not have to wait or press anything.',
      'A sale that was recorded is never refused. If two phones sold the last piece, both sales stand, the stock goes below zero, and Kaunta tells you to count it.',
      'Only a few things need a connection: logging in, changing a PIN, managing users, and changing the link or the currency of the shop. Their buttons say so when you are offline.',
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

/** /help (G42, G51, G59): a shop's first day, and how Kaunta works when the network does not, in a shopkeeper's words. */
export function Help() {
  return (
    <AboutPage title="Help">
      <Stack component="nav" gap={0} aria-label="On this page">
        {PARTS.map(({ title }) => (
          <Anchor key={title} component={Link} to={`#${partId(title)}`} className="k-inline-link">
            {title}
          </Anchor>
        ))}
      </Stack>
      {PARTS.map(({ title, texts, more }) => (
        <Part key={title} title={title} texts={texts}>
          {more}
        </Part>
      ))}
    </AboutPage>
  );
}

import { AboutPage, Part } from './about-page.tsx';

/** The screen /privacy (G42): what is stored, where, and who sees it. */
export function Privacy() {
  return (
    <AboutPage title="Privacy">
      <Part
        title="What Kaunta keeps"
        texts={[
          'Of the people of the shop: name, phone number, email, role, and what they recorded and when. Of customers and suppliers: what you type in, such as name, phone, email and address. Of the shop: its items, sales, orders, purchases and stock.',
          'Of each device: which browser it is, when it was last seen, and how many changes wait on it, so that an owner can find a phone that has not sent its sales.',
          'PINs and one-time codes are kept only in a form from which they cannot be read back.',
        ]}
      />
      <Part
        title="Where it is kept"
        texts={[
          'On the server that runs Kaunta, and on every device on which somebody of the shop has logged in: that is why it works without a connection. Logging out removes the shop’s data from the device; only what was not sent yet stays, for the person who recorded it.',
          'Kaunta sends the shop’s data to its own server only. There are no advertisements, and nobody counts what you tap.',
        ]}
      />
      <Part
        title="Who sees it"
        texts={[
          'The people of your shop, each in their role: staff do not see what items cost you, on any device. No other shop sees anything of yours.',
          'Visitors of your public page see the name, the description, the picture, the address, the phone number and the links of the shop, and the items that you display there with price and picture.',
          'A receipt that you share goes where you send it, for example to WhatsApp, under the rules of that service.',
        ]}
      />
      <Part
        title="What stays on your device besides"
        texts={[
          'A cookie holds your login; no script of a page can read it. A second one holds the number of your user for a day. Forms that you did not finish are kept on this device only.',
        ]}
      />
      <Part
        title="Your choices"
        texts={[
          'Correct or remove customers and suppliers at any time. Sales stay in the book, as they do in any shop; they name who was served.',
          'To have the whole shop and everything in it removed, the owner asks whoever runs this server, in writing. Nothing else ever deletes it.',
        ]}
      />
    </AboutPage>
  );
}

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
          'PINs and one-time codes are stored only in a form from which they cannot be read back. A server that sends no messages writes each code into its log, for whoever runs it.',
        ]}
      />
      <Part
        title="Where it is kept"
        texts={[
          'On the server that runs Kaunta, and on every device on which somebody of the shop has logged in: that is why it works without a connection. Logging out removes the shop’s data from the device; only what was not sent yet stays, for the person who recorded it.',
          'Kaunta sends the shop’s data to its own server only. If you turn on notifications of orders, the maker of your browser delivers them, encrypted: it cannot read them. There are no advertisements, and nobody counts what you tap.',
        ]}
      />
      <Part
        title="Who sees it"
        texts={[
          'The people of your shop, each in their role: staff do not see the cost price of your items, on any device. They see what a purchase cost, because they may record purchases. No other shop sees anything of yours.',
          'Visitors of your public page see the name, the description, the picture, the address, the phone number and the links of the shop, and the items that you display there with price and picture.',
          'A receipt that you share goes where you send it, for example to WhatsApp, under the rules of that service.',
        ]}
      />
      <Part
        title="What stays on your device besides"
        texts={[
          'A cookie holds your login; no script of a page can read it. A second one holds the number of your user for a day. A third one tells the server that you have logged in on this device before, for 400 days, so that nobody else’s wrong PINs keep you out. Forms that you did not finish are kept on this device only.',
        ]}
      />
      <Part
        title="Your choices"
        texts={[
          'Correct customers and suppliers at any time. Remove suppliers, and customers whom no sale or order names; a purchase keeps the name of its supplier. Sales stay in the book, as they do in any shop; they name who was served.',
          'To have the whole shop and everything in it removed, the owner asks whoever runs this server, in writing. Nothing else ever deletes it.',
        ]}
      />
    </AboutPage>
  );
}

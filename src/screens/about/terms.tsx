import { AboutPage, Part } from './about-page.tsx';

/** The terms at /terms (G42, G43). */
export function Terms() {
  return (
    <AboutPage title="Terms">
      <Part
        title="Using Kaunta"
        texts={[
          'Kaunta is a counter for your shop: it records what you sell, buy, stock and owe. Whoever registers a business is its owner and answers for what the people of the shop do in it.',
          'Give each person a login of their own and keep PINs to yourselves. What is recorded under a login counts as recorded by that person.',
        ]}
      />
      <Part
        title="Your data is yours"
        texts={[
          'Everything that you record belongs to your business. Whoever runs this server keeps it for you, makes backups of it, and uses it for nothing but running Kaunta.',
          'The owner may ask for a copy of all of it, and may ask that the business and everything in it be deleted for good. Both are asked of whoever runs this server, by the owner, from the phone number or email of the business.',
        ]}
      />
      <Part
        title="What you are responsible for"
        texts={[
          'That prices, taxes and receipts are right under the law of your country: Kaunta adds up, it does not advise.',
          'That devices with unsent changes come to a connection from time to time. Until they are sent, changes are on that device only, and if it is lost they are lost.',
          'That you have the right to keep the names and numbers of your customers, and that you sell nothing on your public page that the law forbids.',
        ]}
      />
      <Part
        title="What nobody promises"
        texts={[
          'The server may be away for a while; Kaunta is made so that your counter goes on without it. Nobody promises that it is never down or never wrong. Look at your stock and your cash now and then, as you would with a book.',
        ]}
      />
      <Part
        title="Ending it"
        texts={[
          'Stop using Kaunta whenever you like. A business that harms others, or breaks the law on its public page, may be closed; its owner is told and gets the data.',
        ]}
      />
    </AboutPage>
  );
}

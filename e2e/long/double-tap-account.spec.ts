import type { Page } from 'playwright/test';
import { BUILD } from '../fixtures/places.ts';
import { accountOf } from '../fixtures/saving/account.ts';
import { callsOf, callsSeen } from '../fixtures/saving/tap-twice.ts';
import { KauntaServer } from '../fixtures/server.ts';
import { PATIENT_MS } from '../fixtures/saving/story.ts';
import { newOwner, ShopOnServer } from '../fixtures/shop.ts';
import { expect, test } from '../fixtures/test.ts';
import { TwoTaps } from '../fixtures/two-taps.ts';
import { until } from '../fixtures/until.ts';

/* Double taps as in e2e/fixtures/saving/story.ts, before anyone is signed in: each phone has its own shop. */

test.describe.configure({ timeout: PATIENT_MS });

const GAPS_MS = [0, 80, 250, 400, 600];

const goIn = (page: Page) => (path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test('G60 R-SNEW-38 a second tap at any time after the first registers, signs in, changes and sends nothing more', async ({
  phonesOn,
}) => {
  // At this level the log contains the codes.
  const server = await KauntaServer.start(BUILD, { LOG_LEVEL: 'info' });
  const phones = phonesOn(server);
  for (const gapMs of GAPS_MS) {
    const owner = newOwner();
    const phone = await phones.take();
    const app = await phone.open('/register');
    const taps = await TwoTaps.on(phone.page);
    const uses = accountOf(owner, () => server.said).map((button) => ({ button, gapMs, id: 0, words: button.name }));
    for (const use of uses)
      await test.step(`${use.words} ${gapMs}`, async () => {
        const target = await use.button.open({ app, go: goIn(phone.page), words: use.words, id: 0 });
        await taps.tap(target, gapMs);
        for (const call of callsOf(use))
          await until(
            use.words,
            async () => callsSeen(phone, call),
            (count) => count > 0,
          );
      });
    await app.login.submitButton.waitFor();
    for (const use of uses)
      for (const call of callsOf(use)) expect.soft(callsSeen(phone, call), `${use.words} ${gapMs}`).toBe(1);

    const onServer = await ShopOnServer.of(server.url, { phone: owner.phone, pin: '5927' });
    const events = (await onServer.get('/security/events')) as { kind: string; times: number }[];
    // A device that is new, and sign-outs that ended nothing, are no acts of a person.
    const ofNobody = ['new_device', 'signed_out_elsewhere'];
    const told = events.map(({ kind }) => kind).filter((kind) => !ofNobody.includes(kind));
    expect.soft(told.toSorted(), `what the shop was told of, ${gapMs}`).toEqual(
      // The first sign-in was on the phone; the second is that of this test.
      ['code_requested', 'pin_changed', 'pin_reset_by_code', 'signed_in', 'signed_in', 'signed_out'],
    );
    await phone.closeApp();
  }
  await server.remove();
});

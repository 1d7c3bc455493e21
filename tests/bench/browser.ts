/** The Chromium that benches and drills use, with the screen and touch of a phone. */
export const BROWSER = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  headless: true,
  viewport: { width: 390, height: 844 },
  locale: 'en-GB',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

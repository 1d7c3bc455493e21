import { CHROMIUM_ARGS } from '../../scripts/setup/chromium-args.ts';

/** The Chromium that benches and drills use, with the screen and touch of a phone. */
export const BROWSER = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  headless: true,
  viewport: { width: 390, height: 844 },
  locale: 'en-GB',
  args: CHROMIUM_ARGS,
};

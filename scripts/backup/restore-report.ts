import type { RestoredShop } from '../../server/new-history.ts';

/** Returns the report after a restore: its time, the devices that can fill the gap, and what is lost. */
export function restoreReport(shops: readonly RestoredShop[]): string {
  const lines = shops.map(
    ({ name, lastChangeAtMs, devices }) =>
      `  ${name}: as of ${lastChangeAtMs === null ? 'more than 180 days ago' : new Date(lastChangeAtMs).toISOString()}; ${devices} ${devices === 1 ? 'device' : 'devices'} used in the 30 days before`,
  );
  return [
    `${shops.length} ${shops.length === 1 ? 'business was' : 'businesses were'} restored, each as a new history:`,
    ...lines,
    '',
    'What comes back by itself, as each device connects: everything that was done on it in the last 30 days and that the',
    'backup lacks. Each device then takes the shop anew; people go on selling meanwhile. Sync status says how it went.',
    '',
    'What does not come back, because no device keeps it. Look after it by hand:',
    '  - orders that customers placed on the public page after the backup and that nobody confirmed, cancelled or',
    '    fulfilled on a device',
    '  - users, roles, PINs, dismissals and sign-outs: whoever was dismissed after the backup can sign in again,',
    '    and a user who was added after it cannot',
    '  - the address of the public page and the currency, if they were changed after the backup',
    '  - what other programs wrote through the API, and pictures that were uploaded',
    '  - what was done on a device that is lost, was cleared, or does not connect any more',
  ].join('\n');
}

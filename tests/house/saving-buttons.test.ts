import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MUTATIONS } from '../../sync/mutation/registry.ts';

// The browser test of second taps (e2e/fixtures/saving/story.ts) taps every button that saves. Here its table is
// compared with the code, so that no new form is missing.

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');
const TABLE = join(ROOT, 'e2e/fixtures/saving');

/** Matches calls that start work at most once, and calls that change something on the server directly. */
const STARTS = /\b\w+\.start\(/g;
const CHANGES = /\brun\(\s*(?:'\w+\.\w+'|name)|\bcall\(\s*'(?:POST|PATCH|PUT|DELETE)'/g;

/** Files that save for buttons of other files, which are in the table. */
const SAVES_FOR: Readonly<Record<string, readonly string[]>> = {
  'parts/customer/use-create-customer.ts': [
    'screens/customers/new-customer.tsx',
    'parts/customer/new-customer-dialog.tsx',
  ],
  'screens/items/use-create-item.ts': ['screens/items/new-item.tsx', 'screens/items/advanced-item.tsx'],
  'screens/items/use-add-stock.ts': ['screens/items/stock-addition-form.tsx'],
  'screens/items/form-images.ts': ['screens/items/new-item.tsx', 'screens/items/edit-item.tsx'],
  'screens/users/use-user-calls.ts': [
    ...['screens/users/add-user-dialog.tsx', 'screens/users/edit-user-dialog.tsx'],
    ...['screens/users/reset-pin-dialog.tsx', 'screens/users/user-card.tsx', 'screens/users/user-devices-dialog.tsx'],
  ],
  'parts/receipt/print-receipt.ts': ['parts/receipt/use-receipt.ts'],
  'screens/labels/give-codes.ts': ['screens/labels/use-print-labels.ts'],
  'parts/payment/use-money-form.ts': [
    ...['screens/sales/record-payment-dialog.tsx', 'screens/customers/customer-payment-dialog.tsx'],
    'screens/sales/settle-refund-dialog.tsx',
  ],
  'parts/session-lifecycle.ts': ['screens/settings/settings.tsx'],
};

/** Buttons of pictures that would need a refused upload in a browser test. Unit tests tap these repeatedly. */
const TAPPED_UNTIL_GONE: Readonly<Record<string, string>> = {
  'screens/business/business-image.tsx': 'tests/src/screens/business/business-image.test.tsx',
  'screens/sync/refused-image-card.tsx': 'tests/src/screens/sync/refused-image.test.tsx',
  'screens/items/image-strip.tsx': 'tests/src/screens/items/item-images.test.tsx',
  'parts/picture/refused-image.ts': 'tests/src/screens/sync/refused-image.test.tsx',
};

/** Calls for which a second tap has nothing to double, and why. */
const NOTHING_TO_DOUBLE: Readonly<Record<string, string>> = {
  'parts/receipt/receipt-dialog.tsx': 'shares a picture or a text of what is there',
  'parts/list/older-records.tsx': 'fetches what the server has',
  'app/signed-in.tsx': 'runs what others ask for',
  'platform/worker/push-subscription.ts': 'no button: the same subscription again is the same',
  'platform/sound/play-notes.ts': 'plays a sound',
  'screens/selling/paid-parts.tsx': 'adds a part to the unfinished sale; its unit test taps it twice',
  'screens/settings/receipt-printer.tsx': 'chooses and tries this device’s printer, which the device alone remembers',
  'screens/sync/refused-card.tsx': 'sends again what is recorded, under the number that it has (SYN-5)',
  'screens/sync/kept-changes.tsx': 'sends what is recorded, under the numbers that it has (M32)',
  'screens/sync/move-changes.tsx': 'sends what is recorded, under the numbers that it has; a file is a copy (SYN-27)',
};

/** Acts that add no row and whose repetition changes nothing. */
const NOT_TAPPED: readonly string[] = ['item.addImage', 'item.removeImage', 'item.orderImages', 'business.setImage'];

const table = globSync('*.ts', { cwd: TABLE }).map((file) => readFileSync(join(TABLE, file), 'utf8'));
const saidIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
const tapped = table.flatMap((text) => saidIn(text, /(?:\bof: |exporting\('[^']*', )'([^']+)'/g));
const acts = new Set(
  table.flatMap((text) => saidIn(text, /\bacts: \[([^\]]+)\]/g)).flatMap((list) => saidIn(list, /'([^']+)'/g)),
);

const saving = globSync('**/*.{ts,tsx}', { cwd: SRC })
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(SRC, file), 'utf8') }))
  .map(({ file, text }) => ({
    file,
    startCount: text.match(STARTS)?.length ?? 0,
    changeCount: text.match(CHANGES)?.length ?? 0,
  }))
  .filter(({ startCount, changeCount }) => startCount + changeCount > 0);

describe('the story of the second tap', () => {
  test('there is something to look at', () => {
    expect(saving.length).toBeGreaterThan(50);
    expect(tapped.length).toBeGreaterThan(50);
  });

  test.each(saving.map(({ file, startCount }) => [file, startCount] as const))(
    'G60 R-SNEW-38 taps each button whose work is in src/%s',
    (file, startCount) => {
      if (file in NOTHING_TO_DOUBLE) return;
      const unitTest = TAPPED_UNTIL_GONE[file];
      if (unitTest) return expect(readFileSync(join(ROOT, unitTest), 'utf8')).toContain('await tapUntilGone(');
      const users = SAVES_FOR[file];
      if (users) for (const user of users) expect(tapped, `${file} saves for ${user}`).toContain(user);
      else expect(tapped.filter((of) => of === file).length).toBeGreaterThanOrEqual(Math.max(1, startCount));
    },
  );

  test('names no file that saves nothing any more', () => {
    const files = new Set(saving.map(({ file }) => file));
    // The counter's dialogs call the saving of the form.
    const callers = new Set(['screens/selling/take-payment.tsx', 'screens/selling/line-dialog.tsx']);
    expect([...new Set(tapped)].filter((of) => !files.has(of) && !callers.has(of))).toEqual([]);
    expect(
      [SAVES_FOR, TAPPED_UNTIL_GONE, NOTHING_TO_DOUBLE]
        .flatMap((list) => Object.keys(list))
        .filter((of) => !files.has(of)),
    ).toEqual([]);
  });

  test('G60 R-SNEW-38 does every act of a person that there is', () => {
    expect(Object.keys(MUTATIONS).filter((name) => !acts.has(name) && !NOT_TAPPED.includes(name))).toEqual([]);
  });
});

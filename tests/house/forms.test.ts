import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/* Enter must not save a half-filled form (X-TYPE-23), so every form applies the rule or has one field only. */

const OF_ONE_FIELD = ['src/app/header-search.tsx', 'src/screens/selling/parked-dialog.tsx'];

const FORM = /<form\b[^>]*>/gu;
/** `formProps` contains the rule (src/ui/form/form.ts). */
const HAS_RULE = /\{\.\.\.formProps\}|onKeyDown=\{enterGoesOn\}/u;

const sentByEnter = globSync('src/**/*.tsx').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(FORM)].filter(([form]) => !HAS_RULE.test(form)).map(() => file),
);

test('X-TYPE-23 in each form of more than one field Enter goes on to the next one', () => {
  expect(sentByEnter.toSorted()).toEqual(OF_ONE_FIELD);
});

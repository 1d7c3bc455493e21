import { DISPUTED } from '../fixtures/saving/disputed.ts';
import { GOODS } from '../fixtures/saving/goods.ts';
import { LISTS } from '../fixtures/saving/lists.ts';
import { PEOPLE, SETTLED } from '../fixtures/saving/people.ts';
import { SELLING } from '../fixtures/saving/selling.ts';
import { ONE_TAB_MS, PATIENT_MS, testSecondTaps } from '../fixtures/saving/story.ts';
import { SUPPLIES } from '../fixtures/saving/supplies.ts';
import { test } from '../fixtures/test.ts';

/* Second taps on every button that saves. The order of a visitor is in e2e/specs/double-tap.spec.ts. */

test.describe.configure({ mode: 'parallel', timeout: PATIENT_MS });

testSecondTaps('sales', SELLING);
testSecondTaps('goods', GOODS);
testSecondTaps('the shop itself', SETTLED);
testSecondTaps('rows of lists', LISTS, ONE_TAB_MS);
testSecondTaps('purchases and orders', SUPPLIES);
testSecondTaps('people', PEOPLE);
testSecondTaps('what is disputed', DISPUTED);

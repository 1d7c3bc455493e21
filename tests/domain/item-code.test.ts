import { expect, test } from 'vitest';
import { codeSpellings } from '../../domain/item-code.ts';

test.each([
  ['SUG-1', ['SUG-1']],
  [' sug 1 ', ['sug 1']],
  ['12345678', ['12345678']],
  ['4006381333931', ['4006381333931', '04006381333931']],
  ['036000291452', ['036000291452', '0036000291452', '00036000291452']],
  ['0036000291452', ['0036000291452', '036000291452', '00036000291452']],
  ['', []],
])("G31 the code '%s' stands on items as %j", (scanned, spellings) => {
  expect(codeSpellings(scanned)).toEqual(spellings);
});

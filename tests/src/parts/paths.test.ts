import { expect, test } from 'vitest';
import { APP_PATHS, kindOfPath } from '../../../domain/app-path.ts';
import { paths } from '../../../src/parts/paths.ts';

test('C-022 C-023 R-ROUTE-36 server and worker know every address of the app, and none that is not: a screen is never taken for a shop', () => {
  expect([...new Set<string>(Object.values(paths))].sort()).toEqual([...APP_PATHS].sort());
  for (const path of Object.values(paths)) expect(kindOfPath(path.replace(':id', '17')), path).toBe('app');
});

import { matchRoutes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import type { Chunk } from '../../../src/ui/chunk.tsx';
import { createRouter, routes } from '../../../src/app/router.tsx';
import { paths } from '../../../src/parts/paths.ts';
import { PATIENTLY } from '../../support/patience.ts';

const chunksAt = (path: string): Chunk[] =>
  (matchRoutes(routes, path) ?? []).flatMap(({ route }) => (route.handle as Chunk | undefined) ?? []);

test('R-LIVE-02 nested screens are loaded side by side: the inner one waits for nothing that the outer one reads', async () => {
  const router = createRouter();
  const chunks = [...chunksAt(paths.newSale), ...chunksAt('/items/9')];
  expect(chunks).toHaveLength(4);
  expect(chunks.map(({ fetched }) => fetched())).toEqual([null, null, null, null]);
  // Nothing is rendered here, so no screen asks for the one within it.
  await router.navigate(paths.newSale);
  await router.navigate('/items/9');
  await vi.waitFor(() => expect(chunks.map(({ fetched }) => fetched())).not.toContain(null), PATIENTLY);
  router.dispose();
});

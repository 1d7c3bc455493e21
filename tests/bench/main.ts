// npm run bench [-- name …]: runs benches, which `npm test` does not. Each prints one JSON line per figure.
const BENCHES: Record<string, () => Promise<{ run: () => Promise<void> }>> = {
  server: () => import('./server.ts'),
  'pull-wire': () => import('./pull-wire.ts'),
  storefront: () => import('./storefront.ts'),
  hostile: () => import('./hostile.ts'),
  device: () => import('./device.ts'),
  'cold-launch': () => import('./device-cold-launch.ts'),
  'first-pull': () => import('./device-first-pull.ts'),
  'tap-to-sale': () => import('./device-tap-to-sale.ts'),
  counter: () => import('./device-counter.ts'),
  'long-sale': () => import('./device-long-sale.ts'),
  'form-keys': () => import('./device-form-keys.ts'),
  lists: () => import('./device-lists.ts'),
  rebase: () => import('./device-rebase.ts'),
  reports: () => import('./device-reports.ts'),
  'list-growth': () => import('./device-list-growth.ts'),
  'write-to-list': () => import('./device-write-to-list.ts'),
  live: () => import('./device-live.ts'),
  replay: () => import('./device-replay.ts'),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) {
  const bench = await BENCHES[name]?.();
  await bench?.run();
}

// npm run weigh: compares the bytes (Brotli) of scripts and styles that a first visit loads before a screen is complete
// with the budget. It counts the screen's chunk and all that it and the app's entry import statically. It also finds
// files of the build that import each other in a circle.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from './setup/paths.mjs';

/** @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk */

const DIST = join(ROOT, 'dist');
const BUDGETS = [
  { screen: 'login', limitKiB: 158, roots: ['index.html', 'src/screens/auth/login.tsx'] },
  { screen: 'home', limitKiB: 205, roots: ['index.html', 'src/app/signed-in-frame.tsx', 'src/screens/home/home.tsx'] },
];

/** @type {Record<string, Chunk>} */
const chunks = JSON.parse(readFileSync(join(DIST, '.vite', 'manifest.json'), 'utf8'));

for (const { screen, limitKiB, roots } of BUDGETS) {
  const files = new Set(roots.flatMap((root) => [...filesOf(root)]));
  const sizes = [...files].map((file) => ({ file, bytes: brotliCompressSync(readFileSync(join(DIST, file))).length }));
  const totalKiB = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  console.log(`${screen}: ${totalKiB.toFixed(1)} KiB of ${limitKiB}`);
  for (const { file, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`  ${(bytes / 1024).toFixed(1).padStart(6)} ${file}`);
  if (totalKiB > limitKiB) {
    console.error(`The first load of ${screen} is over its budget of ${limitKiB} KiB.`);
    process.exitCode = 1;
  }
}

// The files of a circle run before what they import of each other.
const inCircles = Object.values(chunks).filter(({ file, imports = [] }) =>
  imports.some((next) => filesOf(next).has(file)),
);
if (inCircles.length > 0) {
  console.error(`Files of the build import each other in a circle: ${inCircles.map(({ file }) => file).join(', ')}.`);
  process.exitCode = 1;
}

/** @param {string} key @param {Set<string>} [seen] @returns {Set<string>} */
function filesOf(key, seen = new Set()) {
  const chunk = chunks[key];
  if (!chunk) throw new Error(`The build has no chunk of its own for ${key}: is it still a lazy screen of that name?`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const style of chunk.css ?? []) seen.add(style);
  for (const next of chunk.imports ?? []) filesOf(next, seen);
  return seen;
}

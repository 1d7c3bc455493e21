import { readFileSync } from 'node:fs';
import { readImage } from '../../server/images/read-image.ts';

// Measures the memory that a process of its own needs to read these files, all at once.
const MB = 1024;
const files = process.argv.slice(2).map((path) => new Uint8Array(readFileSync(path)));
const beforeKb = process.resourceUsage().maxRSS;
const read = await Promise.all(files.map((bytes) => readImage(bytes)));
const moreMb = Math.round((process.resourceUsage().maxRSS - beforeKb) / MB);
process.stdout.write(JSON.stringify({ outcomes: read.map((each) => (each.ok ? 'ok' : each.error)), moreMb }));

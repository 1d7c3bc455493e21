import { beforeEach } from 'vitest';
import { emptyIndexedDb } from './empty-indexeddb.ts';

// Every test has its own device.
beforeEach(emptyIndexedDb);

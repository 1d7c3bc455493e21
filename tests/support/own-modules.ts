import { vi } from 'vitest';

// Test files share a process, and so the libraries that they load. Kaunta's own modules, which keep state, are loaded
// anew for each file. This runs before a file's other preparations (vitest.config.ts).
vi.resetModules();

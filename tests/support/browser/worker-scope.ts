import { type Mock, vi } from 'vitest';
import type { PrecacheEntry } from '../../../sw/precache.ts';

export const ORIGIN = 'https://kaunta.test';

/** A window of the app, or of a shop's page, as the worker sees it. */
export interface FakeWindow {
  url: string;
  focused: boolean;
  visibilityState: 'visible' | 'hidden';
  went: string[];
  focus(): Promise<void>;
  navigate(url: string): Promise<void>;
}

export function windowAt(path: string, visibilityState: FakeWindow['visibilityState'] = 'visible'): FakeWindow {
  const window: FakeWindow = {
    url: ORIGIN + path,
    focused: false,
    visibilityState,
    went: [],
    focus: async () => void window.went.push('focus'),
    navigate: async (url) => void window.went.push(new URL(url).pathname + new URL(url).search),
  };
  return window;
}

/** The worker's reaction to one event: when it ended, and its answer if it gave one. */
export interface Handled {
  isWaited: boolean;
  done: Promise<unknown>;
  answer: Promise<Response> | null;
}

/** The world of a service worker, as far as `sw/index.ts` asks for it, with what it was told to do. */
export interface WorkerScope {
  windows: FakeWindow[];
  caches: Map<string, Map<string, Response>>;
  /** Paths that were fetched, in their order. */
  fetched: string[];
  shown: { title: string; options: NotificationOptions & { data: { path: string } } }[];
  opened: string[];
  registered: string[];
  skipWaiting: ReturnType<typeof vi.fn>;
  claim: ReturnType<typeof vi.fn>;
  openWindow: Mock<(url: string) => Promise<void>>;
  /** True when the browser lets it ask for a background sync. */
  maySync: boolean;
  dispatch(type: string, fields?: object): Handled;
}

/** Loads the worker's code into a global scope of its own. The network answers with `network`, by path. */
export async function startWorker(
  entries: readonly PrecacheEntry[],
  network: Readonly<Record<string, () => Response>>,
): Promise<WorkerScope> {
  const target = new EventTarget();
  const caches = new Map<string, Map<string, Response>>();
  const scope: WorkerScope = {
    ...{ windows: [], caches, fetched: [], shown: [], opened: [], registered: [], maySync: true },
    skipWaiting: vi.fn(async () => undefined),
    claim: vi.fn(async () => undefined),
    openWindow: vi.fn(async (url: string) => void scope.opened.push(new URL(url).pathname + new URL(url).search)),
    dispatch(type, fields = {}) {
      const waited: Promise<unknown>[] = [];
      let answer: Promise<Response> | null = null;
      const event = Object.assign(new Event(type), fields, {
        waitUntil: (work: Promise<unknown>) => void waited.push(work),
        respondWith: (response: Promise<Response>) => void (answer = response),
      });
      target.dispatchEvent(event);
      return { isWaited: waited.length > 0, done: Promise.all(waited), answer };
    },
  };
  const register = async (tag: string) => {
    if (!scope.maySync) throw new DOMException('No window', 'InvalidStateError');
    scope.registered.push(tag);
  };
  const showNotification = async (title: string, options: WorkerScope['shown'][number]['options']) =>
    void scope.shown.push({ title, options });
  const self = Object.assign(target, {
    __WB_MANIFEST: entries,
    location: { origin: ORIGIN },
    caches: { open: async (name: string) => cacheOver(keptUnder(caches, name)) },
    registration: { sync: { register }, showNotification },
    clients: {
      matchAll: async () => scope.windows,
      claim: scope.claim,
      openWindow: scope.openWindow,
    },
    skipWaiting: scope.skipWaiting,
  });
  vi.stubGlobal('self', self);
  vi.stubGlobal('fetch', async (input: string | Request) => {
    const { pathname } = new URL(typeof input === 'string' ? input : input.url);
    scope.fetched.push(pathname);
    return network[pathname]?.() ?? new Response('missing', { status: 404 });
  });
  await import('../../../sw/index.ts');
  return scope;
}

function keptUnder(caches: Map<string, Map<string, Response>>, name: string): Map<string, Response> {
  const kept = caches.get(name) ?? new Map<string, Response>();
  caches.set(name, kept);
  return kept;
}

const cacheOver = (kept: Map<string, Response>) => ({
  match: async (key: string) => kept.get(key)?.clone(),
  put: async (key: string, response: Response) => void kept.set(key, response),
  keys: async () => [...kept.keys()].map((url) => new Request(url)),
  delete: async ({ url }: Request) => kept.delete(url),
});

import { createElement, lazy, useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react';

/** A component that is loaded when it is needed, or ahead of that. */
export interface Chunk<Props extends object = object> {
  /** Loads the component. A failed load is retried once, and again by the next call. */
  fetch(): Promise<ComponentType<Props>>;
  /** Returns the component; null until it is loaded. */
  fetched(): ComponentType<Props> | null;
}

export function chunk<Props extends object = object>(load: () => Promise<ComponentType<Props>>): Chunk<Props> {
  let component: ComponentType<Props> | null = null;
  return {
    fetch: async () => (component ??= await load().catch(() => later(load))),
    fetched: () => component,
  };
}

/**
 * The delay before the retry. While a browser page is being left, its requests fail and its timers stop: so the retry
 * runs only if the page comes back.
 */
const AGAIN_AFTER_MS = 500;

const later = <T,>(load: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    setTimeout(() => void load().then(resolve, reject), AGAIN_AFTER_MS);
  });

/**
 * Loads a style sheet again, once, if its request failed. Vite does not ask for it again when its part is loaded again.
 * Returns a function that stops this.
 */
export function fetchStylesAgain(window: Window): () => void {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || target.dataset['again'] !== undefined)
      return;
    setTimeout(() => {
      const again = target.cloneNode();
      if (again instanceof HTMLLinkElement) again.dataset['again'] = '';
      target.replaceWith(again);
    }, AGAIN_AFTER_MS);
  };
  // The error event of an element does not bubble: hence the capture phase.
  window.addEventListener('error', onError, { capture: true });
  return () => window.removeEventListener('error', onError, { capture: true });
}

/**
 * Returns a screen for a chunk. It renders at once if the chunk is loaded already. Else it suspends, so that the old
 * screen stays until the new one is loaded.
 */
export function screenOf({ fetch, fetched }: Chunk): ComponentType {
  const Later = lazy(async () => ({ default: await fetch() }));
  return function Screen() {
    const [Shown] = useState<ComponentType>(() => fetched() ?? Later);
    return <Shown />;
  };
}

export interface WhenFetchedProps<Props extends object> {
  part: Chunk<Props>;
  props: Props;
  /** Shown until the component is loaded. */
  fallback: ReactNode;
  /**
   * Called if the component cannot be loaded, for a part that its screen can do without: the fallback stays, and the next
   * mount loads it again. Absent: the error is thrown.
   */
  onFailed?: () => void;
}

/**
 * Renders the component once it is loaded. Unless `onFailed` is given, the error of a failed load is thrown. It does not use Suspense:
 * after a fallback React holds content back for 300 ms, which would delay a cold launch.
 */
export function WhenFetched<Props extends object>({
  part,
  props,
  fallback,
  onFailed,
}: WhenFetchedProps<Props>): ReactNode {
  const { fetch, fetched } = part;
  const [got, setGot] = useState<{ component: ComponentType<Props> | null; error?: unknown }>(() => ({
    component: fetched(),
  }));
  const isMissing = got.component === null;
  const fail = useEffectEvent((error: unknown) => (onFailed ? onFailed() : setGot({ component: null, error })));
  useEffect(() => {
    if (!isMissing) return undefined;
    let isGone = false;
    fetch().then(
      (component) => !isGone && setGot({ component }),
      (error: unknown) => !isGone && fail(error),
    );
    return () => {
      isGone = true;
    };
  }, [isMissing, fetch]);
  if ('error' in got) throw got.error;
  return got.component === null ? fallback : createElement(got.component, props);
}

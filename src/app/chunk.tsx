import { createElement, lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** A component that is fetched when it is needed, or before. */
export interface Chunk<Props extends object = object> {
  /** Loads it. A failed load is tried once more at once, and again by the next call. */
  fetch(): Promise<ComponentType<Props>>;
  /** Null until it was fetched. */
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
 * A page that is being left is refused whatever it asks for, and its clock stops with it: it asks again when it is
 * back.
 */
const AGAIN_AFTER_MS = 500;

const later = <T,>(load: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    setTimeout(() => void load().then(resolve, reject), AGAIN_AFTER_MS);
  });

/**
 * A style sheet that did not come is not asked for again with the part that needs it (Vite): it is here, once. Answers
 * how to stop.
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
  // It does not bubble.
  window.addEventListener('error', onError, { capture: true });
  return () => window.removeEventListener('error', onError, { capture: true });
}

/**
 * A screen of it: drawn at once where it was fetched before. Else it suspends, so that a person who goes on from one
 * screen to the next sees the old one until the new one is there.
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
  /** Shown until it is loaded. */
  fallback: ReactNode;
}

/**
 * Draws the component once it is there; throws while drawing what went wrong. Without Suspense: React holds back what
 * a fallback was shown for until 300 ms after it, which a cold launch would wait for with everything at hand.
 */
export function WhenFetched<Props extends object>({ part, props, fallback }: WhenFetchedProps<Props>): ReactNode {
  const { fetch, fetched } = part;
  const [got, setGot] = useState<{ component: ComponentType<Props> | null; error?: unknown }>(() => ({
    component: fetched(),
  }));
  const isMissing = got.component === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isGone = false;
    fetch().then(
      (component) => !isGone && setGot({ component }),
      (error: unknown) => !isGone && setGot({ component: null, error }),
    );
    return () => {
      isGone = true;
    };
  }, [isMissing, fetch]);
  if ('error' in got) throw got.error;
  return got.component === null ? fallback : createElement(got.component, props);
}

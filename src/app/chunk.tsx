import { createElement, lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** A component that is fetched when it is needed, or before. */
export interface Chunk<Props extends object = object> {
  /** What failed is fetched again by the next call. */
  fetch(): Promise<ComponentType<Props>>;
  /** Null until it was fetched. */
  fetched(): ComponentType<Props> | null;
}

export function chunk<Props extends object = object>(load: () => Promise<ComponentType<Props>>): Chunk<Props> {
  let component: ComponentType<Props> | null = null;
  return {
    fetch: async () => (component ??= await load()),
    fetched: () => component,
  };
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
  /** What stands there until then. */
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

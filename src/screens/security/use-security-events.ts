import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import { failureText } from '../../platform/failure-text.ts';
import { useServices } from '../../platform/services.tsx';
import type { ListState } from '../../ui/list/card-list.tsx';

const instant = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
);

const eventsSchema = v.array(
  v.object({
    id: v.number(),
    kind: v.string(),
    at: instant,
    lastAt: instant,
    times: v.number(),
    outcome: v.nullable(v.string()),
    actorName: v.nullable(v.string()),
    userName: v.nullable(v.string()),
    device: v.string(),
    network: v.string(),
    detail: v.record(v.string(), v.union([v.string(), v.number()])),
  }),
);
export type SecurityEvent = v.InferOutput<typeof eventsSchema>[number];

const PAGE_ROWS = 30;

export interface SecurityEvents {
  list: ListState<SecurityEvent>;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Why the next page of results could not be loaded; the loaded events stay. */
  moreFailure: string | null;
  loadMore: () => void;
}

/**
 * Reads the security trail from the server, one more page of results with each `loadMore`. New events move rows to the
 * next page: rows that are already shown are skipped.
 */
export function useSecurityEvents(): SecurityEvents {
  const { api } = useServices();
  const [events, setEvents] = useState<readonly SecurityEvent[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [wanted, setWanted] = useState({ page: 1, round: 0 });
  const [readPages, setReadPages] = useState(0);
  const [hasMore, setHasMore] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    const path = `/security/events?limit=${PAGE_ROWS}&page=${wanted.page}`;
    void api.call('GET', path, { data: eventsSchema, signal: leaving.signal }).then((answer) => {
      if (leaving.signal.aborted) return;
      if (!answer.ok) {
        setFailure(failureText(answer.error) ?? 'Failed to load what happened');
        return;
      }
      const read = answer.value.data;
      setHasMore(read.length === PAGE_ROWS);
      setReadPages(wanted.page);
      setEvents((before) => {
        const kept = wanted.page === 1 || before === null ? [] : before;
        const known = new Set(kept.map(({ id }) => id));
        return [...kept, ...read.filter(({ id }) => !known.has(id))];
      });
    });
    return () => leaving.abort();
  }, [api, wanted]);

  const reload = useCallback(() => {
    setFailure(null);
    setEvents(null);
    setReadPages(0);
    setWanted(({ round }) => ({ page: 1, round: round + 1 }));
  }, []);
  const loadMore = useCallback(() => {
    setFailure(null);
    setWanted(({ round }) => ({ page: readPages + 1, round: round + 1 }));
  }, [readPages]);
  const list: ListState<SecurityEvent> =
    events !== null
      ? { status: 'ready', rows: events }
      : failure !== null
        ? { status: 'failed', message: failure, onRetry: reload }
        : { status: 'loading' };
  const isLoadingMore = events !== null && failure === null && wanted.page > readPages;
  return { list, hasMore, isLoadingMore, moreFailure: events === null ? null : failure, loadMore };
}

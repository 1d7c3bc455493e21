import { useEffect, useState } from 'react';
import { whenIdle } from '../platform/when-idle.ts';
import { useFinishedSale } from '../state/finished-sale.ts';
import { type ToastNews, useToasts } from '../state/toasts.ts';
import type { Chunk } from '../ui/chunk.tsx';

export interface LaterToastsProps {
  /** The component that renders the toasts. */
  part: Chunk;
}

/**
 * Renders the toasts. Their component is neither in the first load nor in the first precache (R-APP-01): it is loaded
 * once there is time after the first touch, or with the first toast. If that fails, the last message is shown as plain
 * text; the next toast or the network's return loads it again.
 */
export function LaterToasts({ part: { fetch, fetched } }: LaterToastsProps) {
  const [Toasts, setToasts] = useState(fetched);
  const [hasFailed, setFailed] = useState(false);
  const last = useToasts(({ news }) => news.at(-1));
  const isMissing = Toasts === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    const gone = new AbortController();
    const load = () => {
      if (gone.signal.aborted) return;
      fetch().then(
        (component) => !gone.signal.aborted && setToasts(() => component),
        () => !gone.signal.aborted && setFailed(true),
      );
    };
    if (last !== undefined) load();
    for (const touch of ['pointerdown', 'keydown'])
      window.addEventListener(touch, () => whenIdle(load), { once: true, signal: gone.signal });
    window.addEventListener('online', load, { signal: gone.signal });
    return () => gone.abort();
  }, [isMissing, last, fetch]);
  if (Toasts !== null) return <Toasts />;
  return hasFailed && last !== undefined ? <PlainToast news={last} /> : null;
}

function PlainToast({ news }: { news: ToastNews }) {
  const isOverSheet = useFinishedSale(({ sale }) => sale !== null);
  if (news.type === 'failures_over' || news.type === 'successes_over') return null;
  return (
    <p role="alert" className="k-plain-toast" data-over-sheet={isOverSheet || undefined}>
      {news.type === 'orders' ? (
        `New Order: ${news.messages.join(', ')}`
      ) : (
        <>
          <strong>{news.toast.title}</strong> {news.toast.message}
        </>
      )}
    </p>
  );
}

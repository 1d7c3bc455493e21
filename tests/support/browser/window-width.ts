import { vi } from 'vitest';

type Listener = (event: { matches: boolean }) => void;

let widthPx = 0;
/** Those that follow a media query, each with its query. */
const listeners = new Map<Listener, string>();

/** Sets the window's width for media queries, also for those that are being followed. */
export function setWindowWidth(px: number): void {
  widthPx = px;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    return {
      media,
      matches: isMet(media),
      onchange: null,
      addEventListener: (_type: string, listener: Listener) => void listeners.set(listener, media),
      removeEventListener: (_type: string, listener: Listener) => void listeners.delete(listener),
    } as unknown as MediaQueryList;
  });
  for (const [listener, media] of listeners) listener({ matches: isMet(media) });
}

function isMet(media: string): boolean {
  const min = /\(min-width: ([\d.]+)em\)/.exec(media)?.[1];
  return min !== undefined && widthPx >= Number(min) * 16;
}

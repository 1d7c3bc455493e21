import { createPageLife, type PageLife } from '../../../sync/store/database/page-life.ts';

/** Freezes the page and shows it again, as the browser's back/forward cache does. */
export interface FrozenPage {
  readonly life: PageLife;
  freeze(): void;
  thaw(): void;
  /** The page is unloaded; or the browser says so, but the page lives on. */
  leave(): void;
}

export function freezablePage(): FrozenPage {
  const target = new EventTarget();
  return {
    life: createPageLife(target),
    freeze: () => freezePage(target),
    thaw: () => thawPage(target),
    leave: () => void target.dispatchEvent(transition('pagehide', false)),
  };
}

export const freezePage = (target: EventTarget): void => void target.dispatchEvent(transition('pagehide', true));
export const thawPage = (target: EventTarget): void => void target.dispatchEvent(transition('pageshow', true));
const transition = (type: 'pagehide' | 'pageshow', persisted: boolean): Event =>
  Object.assign(new Event(type), { persisted });

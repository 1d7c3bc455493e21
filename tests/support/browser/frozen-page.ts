import { createPageLife, type PageLife } from '../../../sync/store/database/page-life.ts';

/** A page that its browser puts aside and shows again. */
export interface FrozenPage {
  readonly life: PageLife;
  freeze(): void;
  thaw(): void;
  /** It goes for good, or the browser says so and lets it live on all the same. */
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

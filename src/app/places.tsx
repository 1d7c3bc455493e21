import { Component, type ReactNode } from 'react';
import { type Location, type NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import * as v from 'valibot';
import { PLACES_STORED_AS, readKeptPlaces } from '../state/kept-places.ts';
import { hasComeBack } from '../ui/list/list-location.ts';
import {
  goBackTo,
  readPlace,
  type Scroller,
  type ScrollPlace,
  scrollToTop,
  type WayBack,
} from '../ui/list/scroll-place.ts';

/*
 * Restores the scroll position of a list when a person comes back to it (R-PLACE-10 to R-PLACE-16, decisions/0049).
 * Each history entry has a position, which is stored for this tab and survives a reload. The router's ScrollRestoration
 * is not used: it knows only the window, in pixels, and scrolls before the list's rows are read.
 */

/** More entries than a person goes back one by one. */
const ENTRIES_MAX = 50;

/** The router's key for an entry that it did not create: a typed address, or the one that opened the app. */
const FIRST_KEY = 'default';

const placeSchema = v.object({ topPx: v.number(), rows: v.array(v.tuple([v.string(), v.number()])) });
const entrySchema = v.object({
  /** The router's key of the history entry. */
  key: v.string(),
  /** Path and search. */
  address: v.string(),
  page: placeSchema,
  /** The scroll position of the list beside a detail, with the list's own path and search. */
  pane: v.nullable(v.object({ address: v.string(), place: placeSchema })),
});

interface Entry {
  key: string;
  address: string;
  page: ScrollPlace;
  pane: { address: string; place: ScrollPlace } | null;
}

/** Stores and restores scroll positions. Rendered in the shell, whose main element has this id. */
export function Places({ mainId }: { mainId: string }) {
  return <PlaceKeeper mainId={mainId} location={useLocation()} type={useNavigationType()} />;
}

interface PlaceKeeperProps {
  mainId: string;
  location: Location;
  type: NavigationType;
}

/** A class, because only getSnapshotBeforeUpdate runs before the old screen is removed from the DOM. */
class PlaceKeeper extends Component<PlaceKeeperProps> {
  #entries: Entry[] = [];
  #tappedRow: string | null = null;
  /** The list that was beside the screen before this one. */
  #paneAddress: string | null = null;
  /** The entry whose positions are being restored. */
  #goal: Entry | undefined;
  #ways: { page: WayBack | null; pane: WayBack | null } = { page: null, pane: null };
  #gone = new AbortController();

  override componentDidMount(): void {
    this.#entries = readEntries().filter(({ key }) => !(key === FIRST_KEY && isOpenedAnew()));
    history.scrollRestoration = 'manual';
    this.#gone = new AbortController();
    const { signal } = this.#gone;
    const keep = () => this.#keep(this.props.location);
    window.addEventListener('pagehide', keep, { signal });
    document.addEventListener('visibilitychange', keep, { signal });
    document.addEventListener('click', (event) => this.#noteTap(event), { signal, capture: true });
    // The person may already be scrolling: without a stored position the scroll position is left as it is.
    if (this.#entryOf(this.props)) this.#arrive();
  }

  override getSnapshotBeforeUpdate({ location }: PlaceKeeperProps): null {
    if (location.key !== this.props.location.key) {
      this.#keep(location);
      const pane = this.#pane();
      this.#paneAddress = pane && addressOf(pane);
    }
    return null;
  }

  override componentDidUpdate({ location }: PlaceKeeperProps): void {
    if (location.key !== this.props.location.key) this.#arrive();
  }

  override componentWillUnmount(): void {
    this.#gone.abort();
    this.#stopWays();
    history.scrollRestoration = 'auto';
  }

  override render(): ReactNode {
    return null;
  }

  #noteTap({ target }: Event): void {
    this.#tappedRow = (target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset['row']) || null;
  }

  #main(): HTMLElement | null {
    return document.getElementById(this.props.mainId);
  }

  #pane(): HTMLElement | null {
    return this.#main()?.querySelector<HTMLElement>('[data-scrolls]') ?? null;
  }

  /**
   * Stores the positions of the shown entry. While a restore is running it stores the target, not the current position.
   */
  #keep({ key, pathname, search }: Location): void {
    const page = this.#main();
    if (page === null) return;
    const pane = this.#pane();
    const shown: Entry = {
      key,
      address: pathname + search,
      page: readPlace({ page }, this.#tappedRow),
      pane: pane && { address: addressOf(pane), place: readPlace({ pane }, this.#tappedRow) },
    };
    const goal = this.#goal ?? shown;
    const entry: Entry = {
      ...shown,
      page: this.#ways.page?.isUnderWay() === true ? goal.page : shown.page,
      pane: this.#ways.pane?.isUnderWay() === true ? goal.pane : shown.pane,
    };
    this.#entries = [...this.#entries.filter((other) => other.key !== key), entry].slice(-ENTRIES_MAX);
    writeEntries(this.#entries);
  }

  #stopWays(): void {
    this.#ways.page?.stop();
    this.#ways.pane?.stop();
    this.#ways = { page: null, pane: null };
  }

  #arrive(): void {
    const screen = this.#main();
    if (screen === null) return;
    const { location } = this.props;
    this.#stopWays();
    this.#tappedRow = null;
    this.#goal = this.#entryOf(this.props);
    // For an address with a hash the browser scrolls to the element itself.
    if (location.hash === '') this.#ways.page = arriveAt(this.#goal?.page, screen, () => ({ page: screen }));
    if (this.#isPaneLeft()) return;
    const wanted = this.#goal?.pane ?? null;
    this.#ways.pane = arriveAt(wanted?.place, screen, () => {
      const pane = this.#pane();
      return pane && (wanted === null || addressOf(pane) === wanted.address) ? { pane } : null;
    });
  }

  /**
   * True if the list keeps its position: it does while details beside it change, unless a person went to the list
   * itself.
   */
  #isPaneLeft(): boolean {
    const { location, type } = this.props;
    const pane = this.#pane();
    if (pane === null || addressOf(pane) !== this.#paneAddress) return false;
    return type === 'POP' || hasComeBack(location.state) || location.pathname + location.search !== this.#paneAddress;
  }

  #entryOf({ location, type }: PlaceKeeperProps): Entry | undefined {
    const address = location.pathname + location.search;
    const ofAddress = this.#entries.filter((entry) => entry.address === address);
    if (type === 'POP') return ofAddress.find(({ key }) => key === location.key);
    return hasComeBack(location.state) ? ofAddress.at(-1) : undefined;
  }
}

const addressOf = (pane: HTMLElement): string => pane.dataset['scrolls'] ?? '';

/** Scrolls to a stored position; to the top if there is none. */
function arriveAt(place: ScrollPlace | undefined, screen: HTMLElement, find: () => Scroller | null): WayBack | null {
  if (place !== undefined && place.topPx > 0) return goBackTo(place, screen, find);
  const scroller = find();
  if (scroller !== null) scrollToTop(scroller);
  return null;
}

function isOpenedAnew(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return load !== undefined && 'type' in load && load.type === 'navigate';
}

function readEntries(): Entry[] {
  const read = v.safeParse(v.array(entrySchema), parsed(readKeptPlaces() ?? '[]'));
  return read.success ? read.output : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Stores the positions. If the storage fails, they last only until the tab is reloaded or closed. */
function writeEntries(entries: readonly Entry[]): void {
  try {
    sessionStorage.setItem(PLACES_STORED_AS, JSON.stringify(entries));
  } catch {
    return;
  }
}

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
 * A list is where it was when one comes back to it (R-PLACE-10 to R-PLACE-16, decisions/0049). Each entry of the
 * history has its place, kept for this tab beyond a reload. The router's own ScrollRestoration knows the window alone,
 * in pixels, and scrolls before the rows of the list are read.
 */

/** More than somebody goes back step by step. */
const ENTRIES_MAX = 50;

/** The router's key for entries that it did not create: an address that was typed, or that the app was opened with. */
const FIRST_KEY = 'default';

const placeSchema = v.object({ topPx: v.number(), rows: v.array(v.tuple([v.string(), v.number()])) });
const entrySchema = v.object({
  /** The router's key of the entry. */
  key: v.string(),
  /** Path and search. */
  address: v.string(),
  page: placeSchema,
  /** The place of the list beside a detail, with the list's own path and search. */
  pane: v.nullable(v.object({ address: v.string(), place: placeSchema })),
});

interface Entry {
  key: string;
  address: string;
  page: ScrollPlace;
  pane: { address: string; place: ScrollPlace } | null;
}

/** To stand in the shell, whose main element has this id. */
export function Places({ mainId }: { mainId: string }) {
  return <PlaceKeeper mainId={mainId} location={useLocation()} type={useNavigationType()} />;
}

interface PlaceKeeperProps {
  mainId: string;
  location: Location;
  type: NavigationType;
}

/** A class, because only a class component is called before the old screen is removed from the page. */
class PlaceKeeper extends Component<PlaceKeeperProps> {
  #entries: Entry[] = [];
  #tappedRow: string | null = null;
  /** The list that was beside the screen before this one. */
  #paneAddress: string | null = null;
  /** The place that the ways lead to. */
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
    // Somebody may be scrolling by now: without a place to go back to the page stays as it is.
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

  /** Where a way back is still under way, what it leads to is kept, not how far it came. */
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
    // The browser brings an element of the page into view by itself.
    if (location.hash === '') this.#ways.page = arriveAt(this.#goal?.page, screen, () => ({ page: screen }));
    if (this.#isPaneLeft()) return;
    const wanted = this.#goal?.pane ?? null;
    this.#ways.pane = arriveAt(wanted?.place, screen, () => {
      const pane = this.#pane();
      return pane && (wanted === null || addressOf(pane) === wanted.address) ? { pane } : null;
    });
  }

  /** Beside details that come and go the list stays as it is, unless somebody went to the list itself. */
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

/** Goes to a place; to the top where there is none. */
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

/** Where nothing can be stored the places live as long as the page. */
function writeEntries(entries: readonly Entry[]): void {
  try {
    sessionStorage.setItem(PLACES_STORED_AS, JSON.stringify(entries));
  } catch {
    return;
  }
}

import { whenIdle } from '../../platform/when-idle.ts';

/*
 * Back closes the topmost layer before it leaves a screen (decisions/0049). While a layer is open the history holds one
 * entry more, the mark: the screen's own address and state, and the word `layer`.
 *
 *   nothing open  --a layer opens-->            a mark is pushed
 *   mark          --Back-->                     the topmost layer closes; a mark again if one is still open
 *   mark          --the last layer closes-->    a moment later the history goes back by itself, unheard by the router
 *   mark          --another layer opens-->      it is the mark of that layer
 *   mark          --the screen is left-->       what comes takes the place of the mark
 *   mark          --the page is left-->         a mark without a layer stays: the step back would undo the leaving
 */

const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"], [data-layer]';

interface EntryState {
  /** The position that the router stores in each entry. */
  idx?: number;
  layer?: true;
}

const entry = (): EntryState => (history.state ?? {}) as EntryState;

const steps = {
  /** The cause of the running step through the history. 'own': this file steps from the mark to the entry under it. */
  underWay: null as 'own' | 'router' | null,
  /** Navigations that the router requested during that step. */
  waiting: [] as (() => void)[],
  isAtMark: false,
  markedIdx: undefined as number | undefined,
  /** Copies an address that was replaced on the mark to the entry under it. */
  catchUp: null as (() => void) | null,
  /**
   * True while the page seems to be unloading: a step back now would make the browser cancel a reload that has begun.
   */
  isLeaving: false,
};

/** A page that is still here after this time was not unloaded, however slow the line is. */
const LEAVING_MS = 60_000;

/**
 * How long a mark stays after its last layer has closed. A reload that begins while the page is busy is heard late, and a
 * step back in between would cancel it. So the step waits until the work of the closing is over.
 */
const MARK_STAYS_MS = 500;

/**
 * Starts watching. Call it before the router is created, so that events about layers do not reach the router. Returns a
 * function that stops this.
 */
export function keepLayerHistory(): () => void {
  const setAtMark = (isAtMark: boolean) => {
    steps.isAtMark = isAtMark;
    // Listens only while it is needed: some browsers keep no page with such a listener in the back/forward cache.
    if (isAtMark) addEventListener('beforeunload', leave);
    else removeEventListener('beforeunload', leave);
  };
  const { push, go, giveBack } = takeOverHistory(setAtMark);
  let isStepDue = false;
  const stepBack = () => {
    isStepDue = false;
    const isMarkLeft = steps.isAtMark && topLayer() === undefined && steps.underWay === null;
    if (!isMarkLeft || steps.isLeaving) return;
    steps.underWay = 'own';
    go(-1);
  };
  const follow = () => {
    const isOpen = topLayer() !== undefined;
    if (steps.underWay !== null || isOpen === steps.isAtMark) return;
    if (isOpen) {
      steps.markedIdx = entry().idx;
      setAtMark(true);
      push({ ...entry(), layer: true }, '');
    } else if (!isStepDue) {
      isStepDue = true;
      setTimeout(() => whenIdle(stepBack), MARK_STAYS_MS);
    }
  };
  const arrive = (event: PopStateEvent) => {
    const { underWay, isAtMark: wasAtMark } = steps;
    steps.underWay = null;
    setAtMark(entry().layer === true);
    setTimeout(follow);
    const isUnderMark = wasAtMark && !steps.isAtMark && entry().idx === steps.markedIdx;
    if (isUnderMark) steps.catchUp?.();
    steps.catchUp = null;
    if (underWay === 'router') return;
    if (steps.isAtMark || isUnderMark) event.stopImmediatePropagation();
    for (const act of steps.waiting.splice(0)) act();
    if (underWay !== null || !isUnderMark) return;
    // After a reload the mark has no layer: Back goes on to the entry under it.
    if (topLayer() === undefined) go(-1);
    else closeTopLayer();
  };
  const stay = () => {
    steps.isLeaving = false;
    follow();
  };
  const leave = () => {
    steps.isLeaving = true;
    setTimeout(stay, LEAVING_MS);
  };
  const comeBack = () => {
    steps.underWay = null;
    stay();
  };
  setAtMark(entry().layer === true);
  steps.markedIdx = entry().idx;
  const stopListening = listenFirst({ popstate: arrive, pageshow: comeBack, keydown: closeOneByEscape });
  const observer = new MutationObserver(follow);
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['data-layer'] });
  return () => {
    observer.disconnect();
    stopListening();
    setAtMark(false);
    giveBack();
  };
}

/** Hears of events before the page's other listeners do. Returns a function that stops this. */
function listenFirst(listeners: { [Type in keyof WindowEventMap]?: (event: WindowEventMap[Type]) => void }) {
  const entries = Object.entries(listeners) as [string, EventListener][];
  for (const [type, listener] of entries) addEventListener(type, listener, true);
  return () => {
    for (const [type, listener] of entries) removeEventListener(type, listener, true);
  };
}

interface TakenHistory {
  /** The browser's own functions, which know of the mark. */
  push: History['pushState'];
  go: History['go'];
  /** Gives the history its own functions back. */
  giveBack: () => void;
}

/** Hides the mark from the router: positions and steps are counted as if there were no mark. */
function takeOverHistory(setAtMark: (isAtMark: boolean) => void): TakenHistory {
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const go = history.go.bind(history);
  const afterOwnStep =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      if (steps.underWay === 'own') steps.waiting.push(() => act(...args));
      else act(...args);
    };
  history.pushState = afterOwnStep((...args: Parameters<History['pushState']>) => {
    (steps.isAtMark ? replace : push)(...args);
    setAtMark(false);
    steps.catchUp = null;
  });
  history.replaceState = afterOwnStep((state: EntryState | null, ...rest) => {
    if (steps.isAtMark) steps.catchUp = () => replace(state, ...rest);
    replace(steps.isAtMark ? { ...state, layer: true } : state, ...rest);
  });
  history.go = afterOwnStep((by = 0) => {
    steps.underWay = 'router';
    go(steps.isAtMark && by < 0 ? by - 1 : by);
  });
  return { push, go, giveBack: () => void Object.assign(history, { pushState: push, replaceState: replace, go }) };
}

/** Returns the topmost layer: the last in the page, because each is rendered after what opened it. */
const topLayer = (): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>(LAYERS)].at(-1);

/**
 * Closes a layer by its own button, by the button that opened it, or by Escape. So its screen can still ask first.
 */
function closeTopLayer(): void {
  const layer = topLayer();
  const button =
    layer?.querySelector<HTMLElement>('[aria-label="Close"], button[aria-expanded="true"]') ??
    (layer?.role === 'menu' ? document.querySelector<HTMLElement>(`[aria-controls="${layer.id}"]`) : null);
  if (button) button.click();
  else
    (document.querySelector('[role="combobox"][data-expanded]') ?? layer)?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    );
}

/**
 * Sends Escape to the topmost layer only: each open dialog listens for it, and would close with the one above it. A
 * list of choices handles the key itself.
 */
function closeOneByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || !event.isTrusted) return;
  const top = topLayer();
  const isAlone = document.querySelectorAll(LAYERS).length === 1;
  if (top === undefined || top.role === 'listbox' || (isAlone && !top.hasAttribute('data-layer'))) return;
  event.stopImmediatePropagation();
  closeTopLayer();
}

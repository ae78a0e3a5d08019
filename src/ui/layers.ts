// Back closes what is on top of the page, as everywhere on phones. Each open layer has a history entry at the page's address. The router doesn't see
// these entries: for it the browser stays on the page. Loaded with the first layer (use-back-to-close.ts).
import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { popState } from './pop-state.ts';

interface EntryState {
  /** The position of the page in the router's history. Entries of layers have that of their page. */
  __TSR_index?: number;
  /** Of a layer's entry: how many entries it is above the page's. */
  layer?: number;
}

/** The open layers, the top one last. Each entry closes it. */
const layers: (() => void)[] = [];
let pages: RouterHistory;
/** Entries of layers up to the current one. */
let depth = 0;
/** Entries of layers after the current one, left by Back: a layer that stays open takes its entry again. */
let ahead = 0;
/** A traversal that was started here, and the position of the page that it leads to. */
let traversal: { position: number; end: () => void; ended: Promise<void> } | null = null;
/** Where the browser waits while a question asks whether to leave: not at the page. */
let waitsAt: number | null = null;
/** After a navigation, layers of the page before may still be open. */
let isNavigating = false;
let isScheduled = false;
/** The document is about to be replaced: going back would stop that. */
let isLeaving = false;
/** After this long it stayed: the person chose to, or a file was downloaded. */
const LEAVING_MS = 30_000;

const positionOf = ({ __TSR_index: position }: EntryState) => position ?? -1;
const entryState = () => (history.state as EntryState | null) ?? {};
const pagePosition = () => positionOf(pages.location.state);
const isAtPage = () => positionOf(entryState()) === pagePosition();

/** Starts to watch the history. Entries of layers that a reload closed are left. */
export function watchLayers(watched: AnyRouter): void {
  if (pages === watched.history) return;
  pages = watched.history;
  depth = entryState().layer ?? 0;
  // Before the router, which must not see what is about layers only.
  popState.handler = onPop;
  addEventListener('beforeunload', () => {
    isLeaving = true;
    setTimeout(() => {
      isLeaving = false;
      schedule();
    }, LEAVING_MS);
  });
  pages.subscribe(({ action }) => {
    // The browser follows in a microtask that was queued before this one.
    if (depth > 0 && action.type === 'REPLACE') queueMicrotask(markEntry);
    if (action.type === 'PUSH') onPush();
  });
  watched.subscribe('onResolved', () => {
    isNavigating = false;
    schedule();
  });
  schedule();
}

/** @returns to be called when it is closed */
export function addLayer(watched: AnyRouter, close: () => void): () => void {
  watchLayers(watched);
  const layer = () => close();
  layers.push(layer);
  isNavigating = false;
  waitsAt = isAtPage() ? null : positionOf(entryState());
  schedule();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    schedule();
  };
}

/** One layer often replaces another: their entry stays the same. */
function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    matchEntries();
  });
}

function matchEntries(): void {
  if (traversal || isNavigating || isLeaving || !isAtPage()) return;
  waitsAt = null;
  const missing = layers.length - depth;
  if (missing < 0) {
    ahead = 0;
    void traverse(missing);
  } else if (missing > 0 && ahead > 0) {
    const steps = Math.min(missing, ahead);
    ahead -= steps;
    void traverse(steps);
  } else {
    // Not by `history.pushState`, which the router listens to.
    for (; depth < layers.length;) History.prototype.pushState.call(history, { ...pages.location.state, layer: ++depth }, '');
  }
}

/** Gives the current entry the address of the page, which may have changed since the entry was made. */
function markEntry(): void {
  const { state, href } = pages.location;
  History.prototype.replaceState.call(history, { ...state, layer: depth || undefined }, '', href);
}

/** @param position of the page that it leads to */
function traverse(steps: number, position = pagePosition()): Promise<void> {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  // A navigation meanwhile would begin at an entry that is about to be left.
  const unblock = pages.block({
    blockerFn: async ({ action }) => {
      if (action === 'PUSH') await ended;
      return false;
    },
    enableBeforeUnload: false,
  });
  traversal = { position, end: () => (unblock(), end()), ended };
  history.go(steps);
  return ended;
}

/** A link in a layer: the new page takes the place of the first layer's entry, so that no entry without a layer is left behind. */
function onPush(): void {
  ahead = 0;
  isNavigating = true;
  const steps = -depth;
  depth = 0;
  if (steps < 0) queueMicrotask(() => void traverse(steps, pagePosition() - 1));
}

function onPop(event: PopStateEvent): void {
  const landed = entryState();
  const before = depth;
  if (traversal) {
    const { position, end } = traversal;
    traversal = null;
    if (positionOf(landed) === position) {
      event.stopImmediatePropagation();
      depth = isAtPage() ? (landed.layer ?? 0) : 0;
      if (waitsAt === null) markEntry();
      else layers.at(-1)?.();
      end();
      return schedule();
    }
    // Somebody else went elsewhere meanwhile.
    end();
  }
  if (!isAtPage()) return onPopElsewhere(event, positionOf(landed));
  depth = landed.layer ?? 0;
  // The router's own way back to a page that isn't left after all, or nothing about layers.
  if (waitsAt !== null || (before === 0 && depth === 0)) return schedule();
  event.stopImmediatePropagation();
  markEntry();
  if (depth < before) {
    if (layers.length === 0) {
      // Its layer is closed already: Back was about the page.
      depth = 0;
      history.go(-before);
      return;
    }
    ahead = before - depth;
    layers.at(-1)?.();
  }
  schedule();
}

/** The browser is at another page's entry. If a question waits for an answer about that, Back closes the question. */
function onPopElsewhere(event: PopStateEvent, position: number): void {
  depth = 0;
  ahead = 0;
  if (waitsAt === null || layers.length === 0 || position >= waitsAt) return;
  event.stopImmediatePropagation();
  void traverse(waitsAt - position, waitsAt);
}

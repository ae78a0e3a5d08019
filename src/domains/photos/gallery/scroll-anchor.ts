// Keeps what is under the eye where it is, brings one back to where one was, and counts what arrives above meanwhile. Without React.
import { orderOf } from '#src/domains/photos/feed.ts';
import type { OrderKey } from '#src/domains/photos/order.ts';
import type { PhotoList } from '#src/domains/photos/photo-list.ts';
import { indexAt, placeInGrid, type Layout } from '#src/ui/grid/layout.ts';
import type { Frame, ScrollTracker } from '#src/ui/grid/scroll-tracker.ts';
import type { GridFrame } from '#src/ui/grid/use-frame.tsx';
import { anchorAt, findAnchor, readPosition, savePosition, type Anchor } from './anchor.ts';

/** Scrolled less than this, one still looks at the top, and what arrives is shown at once. */
export const AT_TOP_PX = 80;

/** What is on the screen now. */
export interface View {
  list: PhotoList;
  layout: Layout;
  frame: GridFrame;
}

/** The latest photo of a list. Not read yet, it was taken at the end of its minute at the latest. */
function newestOf(list: PhotoList): OrderKey {
  const item = list.at(0);
  return item ? orderOf(item) : { takenAt: list.timeAt(0) + 60_000, id: '' };
}

export class ScrollAnchor {
  readonly #tracker: ScrollTracker;
  readonly #of: string;
  readonly #listeners = new Set<() => void>();
  /** Null: one looks at the top. */
  #anchor: Anchor | null = null;
  /** Where the anchor, in the layout it was dropped in, wanted the window to be. */
  #anchoredAt = 0;
  #newest: OrderKey | null = null;
  #adjusting = false;
  #arrived = 0;
  #view: View | null = null;
  #entry = '';

  /** @param of names what is looked at: the event and its filter */
  constructor(tracker: ScrollTracker, of: string) {
    this.#tracker = tracker;
    this.#of = of;
  }

  /** @returns whether there was a place to come back to. Else one begins at the top. */
  begin(entry: string): boolean {
    this.#entry = entry;
    const place = readPosition(entry, this.#of);
    if (!place) {
      this.#tracker.jump(0);
      return false;
    }
    this.#anchor = place.anchor;
    this.#newest = place.newest;
    return true;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** How many photos have come above what one looks at. */
  arrived = (): number => this.#arrived;

  /** Something else is on the screen: other photos, other sizes. */
  update(view: View): void {
    this.#view = view;
    this.#adjust();
    this.#count();
  }

  /** Somebody scrolls: another photo is under the eye. Returns what ends it. */
  follow(): () => void {
    return this.#tracker.subscribe((frame) => this.#scrolled(frame));
  }

  /** The history has moved on to another entry, with the same on the screen. */
  enter(entry: string): void {
    this.#entry = entry;
    this.save();
  }

  save = (): void => {
    const [anchor, newest] = [this.#anchor, this.#newest];
    savePosition(this.#entry, this.#of, anchor && newest && { anchor, newest, savedAt: Date.now() });
  };

  /** Brings a photo to the middle of the screen, unless one has scrolled by oneself, or sees it already. */
  showFirst(index: number): void {
    if (!this.#view || this.#anchor || window.scrollY > AT_TOP_PX) return;
    const { list, layout, frame } = this.#view;
    const place = placeInGrid(layout, index);
    if (!place || frame.top + place.top + layout.square < frame.screen - frame.foot) return;
    const middle = (frame.screen - frame.stick - frame.foot - layout.square) / 2;
    this.#anchor = anchorAt(list, layout, index, place.top + layout.heading - middle);
    this.#adjust();
    this.#count();
  }

  toTop = (): void => {
    this.#anchor = null;
    this.#tracker.jump(0);
    this.#count();
  };

  #scrolled({ y, moving }: Frame): void {
    if (this.#adjusting || !this.#view) return;
    const { list, layout, frame } = this.#view;
    const eye = y - frame.top + frame.stick + layout.heading;
    this.#anchor = y < AT_TOP_PX ? null : anchorAt(list, layout, indexAt(layout, eye), eye);
    this.#anchoredAt = this.#wanted() ?? 0;
    if (moving) return;
    this.#count();
    this.save();
  }

  /** The scroll position at which the anchor's photo is under the eye. */
  #wanted(): number | null {
    if (!this.#anchor || !this.#view) return null;
    const { list, layout, frame } = this.#view;
    const place = placeInGrid(layout, findAnchor(list, this.#anchor));
    return place && Math.max(0, Math.round(frame.top + place.top + this.#anchor.offset - frame.stick - layout.heading));
  }

  /**
   * Puts the anchor's photo back under the eye. In a fling the window is ahead of what was last heard of it, and to set its position would end the
   * fling: then it is only moved by as much as the photos were.
   */
  #adjust(): void {
    const wanted = this.#wanted();
    if (wanted === null) return;
    const y = this.#tracker.frame().moving ? window.scrollY + wanted - this.#anchoredAt : wanted;
    this.#anchoredAt = wanted;
    if (Math.abs(y - window.scrollY) < 1) return;
    this.#adjusting = true;
    this.#tracker.jump(y);
    this.#adjusting = false;
  }

  #count(): void {
    if (!this.#view) return;
    const { list } = this.#view;
    if (!this.#anchor) this.#newest = newestOf(list);
    const arrived = this.#anchor && this.#newest ? list.countBefore(this.#newest) : 0;
    if (arrived === this.#arrived) return;
    this.#arrived = arrived;
    for (const listener of this.#listeners) listener();
  }
}

// What the stage is given for each item: a picture with its placeholder, a sentence where there is no picture, or an empty place.
import type { SlideData } from 'photoswipe';

export type Slide =
  | { kind: 'picture'; data: SlideData & { src: string } }
  | { kind: 'message'; words: string }
  /** There is something here that has not been read yet. */
  | { kind: 'unread' };

/** Two slides of the same key look the same: nothing is drawn again. */
export function slideKey(id: string | null, slide: Slide): string {
  const looks = slide.kind === 'picture' ? slide.data.src : slide.kind === 'message' ? slide.words : '';
  return `${id ?? ''} ${looks}`;
}

// Pictures that were never shown come a few per frame: a screen of them at once would be one long frame, just when a fling comes to rest.

const PER_FRAME = 4;
const waiting = new Set<() => void>();
let scheduled = 0;

function showSome(): void {
  scheduled = 0;
  let left = PER_FRAME;
  for (const show of waiting) {
    if (left === 0) break;
    left -= 1;
    waiting.delete(show);
    show();
  }
  if (waiting.size > 0) scheduled = requestAnimationFrame(showSome);
}

/** Calls `show` in one of the next frames, in the order asked for. Returns what gives it up. */
export function staggerImage(show: () => void): () => void {
  waiting.add(show);
  scheduled ||= requestAnimationFrame(showSome);
  return () => void waiting.delete(show);
}

// Runs inside the page: what happens to its frames while it is scrolled.

export interface Watched {
  /** From the beginning of each frame to that of the next, in ms. */
  frames: number[];
  /** The most elements that were in the page at once. */
  elements: number;
  /** Pixels from where it began to where it ended. */
  travelled: number;
}

type Watching = Watched & { from: number; ended: boolean };

export function startWatching(): void {
  const watching: Watching = { frames: [], elements: 0, travelled: 0, from: scrollY, ended: false };
  Object.assign(globalThis, { watching });
  const all = document.getElementsByTagName('*');
  let last: number | null = null;
  const look = () => {
    if (watching.ended) return;
    const now = performance.now();
    if (last !== null) watching.frames.push(now - last);
    last = now;
    // Counting is work too: not at each frame.
    if (watching.frames.length % 16 === 0) watching.elements = Math.max(watching.elements, all.length);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export function stopWatching(): Watched {
  const { watching } = globalThis as unknown as { watching: Watching };
  watching.ended = true;
  const { frames, elements, from } = watching;
  return { frames, elements, travelled: Math.abs(scrollY - from) };
}

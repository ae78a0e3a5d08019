// The position of the grid in the window, measured on size changes and never while scrolling.
import { useLayoutEffect, useState, type Ref, type RefObject } from 'react';

export interface GridFrame {
  width: number;
  /** From the top of the document to the top of the grid. */
  top: number;
  /** The height of headers and bars that cover the ends of the window. */
  stick: number;
  foot: number;
  /** Of the window. */
  screen: number;
}

/** As high as the window, with borders as wide as the bars at its ends (`--stick` and `--under`). */
export const GridMargins = ({ ref }: { ref: Ref<HTMLDivElement> }) => (
  <div
    ref={ref}
    aria-hidden
    className="pointer-events-none invisible fixed inset-y-0 left-0 border-y-[0px] border-t-(length:--stick) border-b-(length:--under)"
  />
);

/** @param margins the `GridMargins` beside the grid */
export function useFrame(grid: RefObject<HTMLElement | null>, margins: RefObject<HTMLElement | null>): GridFrame {
  const [frame, setFrame] = useState<GridFrame>({ width: 0, top: 0, stick: 0, foot: 0, screen: window.innerHeight });
  useLayoutEffect(() => {
    const [element, edges] = [grid.current, margins.current];
    if (!element || !edges) return undefined;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const stick = edges.clientTop;
      const next: GridFrame = {
        width: Math.floor(box.width),
        top: Math.round(box.top + window.scrollY),
        stick,
        foot: edges.offsetHeight - edges.clientHeight - stick,
        screen: window.innerHeight,
      };
      setFrame((now) => (Object.entries(next).every(([key, value]) => now[key as keyof GridFrame] === value) ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(edges);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [grid, margins]);
  return frame;
}

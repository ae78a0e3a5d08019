// Whether people can press what they see: a control that something else covers works by keyboard only.
import type { Locator } from '@playwright/test';
import { expect } from './expect.ts';

/** Every button and link within `scope` that is on the screen receives a click in its middle. Waits for movement to end. */
export async function expectPressable(scope: Locator, what: string): Promise<void> {
  await expect.poll(() => scope.evaluate(coveredControls), { message: `${what}: controls that something covers` }).toEqual([]);
}

/** In the page: each covered control, and what covers it. */
function coveredControls(root: Element): string[] {
  return [...root.querySelectorAll('a[href], button, input, select, textarea')].flatMap((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const onScreen = width > 0 && height > 0 && x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    if (!onScreen || !control.checkVisibility({ checkVisibilityCSS: true })) return [];
    const hit = document.elementFromPoint(x, y);
    // What a label draws in place of its input receives the click for it.
    if (hit && (control.contains(hit) || hit.closest('label')?.control === control)) return [];
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim();
    return [`"${name}" is covered by ${hit ? `<${hit.localName} class="${hit.getAttribute('class')}">` : 'nothing'}`];
  });
}

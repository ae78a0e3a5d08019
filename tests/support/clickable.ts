// Whether people can press what they see: a control that something else covers works by keyboard only.
import type { Locator } from '@playwright/test';
import { expect } from './expect.ts';

/** Every control within `scope` receives a click in its middle, if need be after scrolling to it. Waits for movement to end. */
export async function expectClickable(scope: Locator, what: string): Promise<void> {
  await expect.poll(() => scope.evaluate(coveredControls), { message: `${what}: controls that something covers` }).toEqual([]);
}

/** In the page: each covered control, and what covers it. What is behind an open dialog or menu is covered on purpose. */
function coveredControls(root: Element): string[] {
  const scrolled = { x: scrollX, y: scrollY };
  const open = [...root.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].at(-1) ?? root;
  const hitOf = (control: Element) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2);
  };
  const isHit = (control: Element, hit: Element | null) =>
    // What a label draws in place of its input receives the click for it.
    hit !== null && (control.contains(hit) || hit.closest('label')?.control === control);
  const covered = [...open.querySelectorAll('a[href], button, input, select, textarea')].flatMap((control) => {
    const { width, height } = control.getBoundingClientRect();
    // One pixel: for screen readers alone, or drawn by its label.
    const isDrawn = width > 1 && height > 1 && control.checkVisibility({ checkVisibilityCSS: true });
    if (!isDrawn || control.closest('[inert]') || getComputedStyle(control).pointerEvents === 'none') return [];
    if (isHit(control, hitOf(control))) return [];
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const hit = hitOf(control);
    if (isHit(control, hit)) return [];
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim();
    return [`"${name}" is covered by ${hit ? `<${hit.localName} class="${hit.getAttribute('class')}">` : 'nothing'}`];
  });
  scrollTo({ left: scrolled.x, top: scrolled.y, behavior: 'instant' });
  return covered;
}

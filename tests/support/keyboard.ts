// Going through a screen by the Tab key, as people do who use no pointer.
import type { Locator, Page } from '@playwright/test';
import { expect } from './expect.ts';

/** In the page: whether this element has the focus or has been drawn anew, and what has the focus and does not show it. */
const lookAtFocus = (target: Node): { isThere: boolean; isGone: boolean; hidden: string | null } => {
  const { activeElement } = document;
  // The parts of a date field have the focus one after the other, inside of it, and show it there.
  const shows = activeElement?.matches(':focus-visible, body, html, input[type^="date"]');
  return {
    isThere: target === activeElement,
    isGone: !target.isConnected,
    hidden: shows === false ? activeElement!.outerHTML.slice(0, 600) : null,
  };
};

/** Presses Tab until this has the focus; each stop on the way must show that it has it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // To look the element up by its role at each stop would take longer than all else.
  let element = await target.elementHandle();
  for (let stops = 0; stops < 80;) {
    if (!element) throw new Error(`${target.toString()} has gone`);
    const { isThere, isGone, hidden } = await page.evaluate(lookAtFocus, element);
    if (stops > 0 && hidden !== null) expect(hidden, 'what has the focus shows it').toBeNull();
    if (isThere) return;
    if (isGone) element = await target.elementHandle();
    else {
      await page.keyboard.press('Tab');
      stops += 1;
    }
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

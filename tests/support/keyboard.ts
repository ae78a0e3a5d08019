// Going through a screen by the Tab key, as people do who use no pointer.
import type { Locator, Page } from '@playwright/test';
import { expect } from './expect.ts';

/** In the page: whether this element has the focus, and what has it and does not show it. */
const lookAtFocus = (target: Element): { isThere: boolean; hidden: string | null } => {
  const { activeElement } = document;
  // The parts of a date field have the focus one after the other, inside of it, and show it there.
  const shows = activeElement?.matches(':focus-visible, body, html, input[type^="date"]');
  return { isThere: target === activeElement, hidden: shows === false ? activeElement!.outerHTML.slice(0, 600) : null };
};

/** Presses Tab until this has the focus; each stop on the way must show that it has it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < 80; stops += 1) {
    const { isThere, hidden } = await target.evaluate(lookAtFocus);
    if (stops > 0 && hidden !== null) expect(hidden, 'what has the focus shows it').toBeNull();
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

// Going through a screen by the Tab key, as people do who use no pointer.
import type { Locator, Page } from '@playwright/test';
import { expect } from './expect.ts';

/** What has the focus and does not show it; null when it does. */
const hiddenFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    // The parts of a date field have the focus one after the other, inside of it, and show it there.
    const shows = activeElement?.matches(':focus-visible, body, html, input[type^="date"]');
    return shows === false ? activeElement!.outerHTML.slice(0, 600) : null;
  });

/** Presses Tab until this has the focus; each stop on the way must show that it has it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < 80; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    expect(await hiddenFocus(page), 'what has the focus shows it').toBeNull();
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

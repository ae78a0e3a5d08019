// Going through a screen by the Tab key, as people do who use no pointer.
import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until this has the focus; each stop on the way must show that it has it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < 80; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.matches(':focus-visible, body, html'))).toBe(true);
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

// What the app says after something was done: it goes after three seconds, unless a pointer lies on it.
import type { Locator, Page } from '@playwright/test';

/**
 * In the page: until it is ended, a pointer lies on every message, from the moment it comes. The page does this by itself, since on a busy
 * machine more than three seconds pass before a test has its next word.
 */
const keepToastsOpen = (): number =>
  window.setInterval(() => {
    document.querySelector('[role="region"][aria-label^="Notifications"]')?.dispatchEvent(new PointerEvent('pointermove'));
  }, 50);

/** Answers the question that stands before what people feel at once. */
export const confirmDialog = (page: Page, action: 'Suspend' | 'Remove') =>
  page
    .getByRole('dialog', { name: new RegExp(`^${action} .*\\?$`) })
    .getByRole('button', { name: action })
    .click();

/**
 * Does what brings a message, and lays the pointer on it, so that it stays for as long as what follows takes.
 * @param says words of the message as it stands when the deed is done
 * @returns its "Undo"
 */
export async function keepToastOpen(page: Page, says: string | RegExp, act: () => Promise<unknown>): Promise<Locator> {
  const message = page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: says });
  const holding = await page.evaluate(keepToastsOpen);
  await act();
  await message.hover();
  await page.evaluate((timer) => clearInterval(timer), holding);
  return message.getByRole('button', { name: /^Undo/ });
}

// What the app says after something was done: it goes after three seconds, unless a pointer lies on it.
import type { Locator, Page } from '@playwright/test';

/**
 * Does what brings a message, and lays the pointer on it as it comes, so that it stays for as long as what follows takes: on a busy machine
 * three seconds pass between two assertions, and a click on what has gone waits for the story's whole time.
 * @param says words of the message as it stands when the deed is done
 * @returns its "Undo"
 */
export async function keepMessage(page: Page, says: string | RegExp, act: () => Promise<unknown>): Promise<Locator> {
  const message = page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: says });
  await Promise.all([act(), message.hover({ timeout: 60_000 })]);
  return message.getByRole('button', { name: /^Undo/ });
}

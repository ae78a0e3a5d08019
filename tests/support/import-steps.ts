// An import that is broken off and taken up again, as a person does it: what the screen says, and what is in the gallery afterwards.
import type { Locator, Page } from '@playwright/test';
import { gallery, type Person } from './api.ts';
import { readCountsWithImports } from './app.ts';
import { expect } from './fixtures.ts';

export const importCard = (page: Page): Locator => page.getByRole('region', { name: 'Import' });

/** Through the screen: the button, the system's dialog, many files at once. */
export async function choose(page: Page, files: string[], button = 'Import photos'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(files);
}

/** The number that the running import says it is at. */
export async function importIsAt(page: Page): Promise<number> {
  const said = await importCard(page).textContent();
  return Number(/Importing ([\d,]+) of/.exec(said ?? '')?.[1]?.replaceAll(',', '') ?? Number.NaN);
}

/** Reloads in the middle of an import: the page must ask first. Resolves to the names that the screen then says are missing. */
export async function reloadInTheMiddle(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked, 'the page asks before it goes').toEqual(['beforeunload']);
  await importCard(page).getByText('Show file names').click();
  const list = importCard(page).getByRole('list', { name: 'Not imported yet' });
  await expect(list).toBeVisible();
  return list.getByRole('listitem').allTextContents();
}

/** The gallery has each of these files once, and nothing else of this person, all of it from this phone. */
export async function expectEachOnce(page: Page, person: Person, eventId: string, hashes: readonly string[], ms = 60_000): Promise<void> {
  // By the screen: reading hundreds of photographs again at each look would keep them from being sent. Its numbers follow what is saved by a
  // moment, so that nothing waits is said before the last file is counted, too: all of them must be stored.
  const all = { shot: 0, imported: hashes.length, waiting: 0, stored: hashes.length };
  await expect.poll(() => readCountsWithImports(page), { message: 'all are stored', timeout: ms }).toEqual(all);
  const own = (await gallery(person, eventId)).filter(({ uploader }) => uploader.id === person.id);
  expect(own.map(({ sha256 }) => sha256).toSorted()).toEqual(hashes.toSorted());
}

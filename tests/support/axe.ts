// What axe finds on a screen as it stands: WCAG 2.0 to 2.2, A and AA, and axe's own best practices.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const themes = ['light', 'dark'] as const;

/** Looked at in both themes; what is found is told with the element, so that a failure names the place. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await settled(page);
    // Legacy mode opens no second page, which would take the focus from the one that is looked at. Of what passed nothing is told: half the work.
    const axe = new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .withTags(rules)
      .setLegacyMode(true);
    const { violations } = await axe.analyze();
    const found: string[] = [];
    for (const { id, help, nodes } of violations) {
      for (const { html, target, failureSummary } of nodes) {
        if (id === 'region' && (await floats(page, target.join(' ')))) continue;
        found.push(`${id}: ${help}\n${html}\n${failureSummary ?? ''}`);
      }
    }
    expect.soft(found, `${what}, ${theme}`).toEqual([]);
  }
}

/** Waits until the colours of the theme have been drawn everywhere: what fades is measured when it has faded. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await drawn();
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    // One that is taken back has ended as well.
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await drawn();
  });

/** Menus and tooltips belong to what opened them and lie outside of every landmark by their nature. */
const floats = (page: Page, selector: string) =>
  page.evaluate((found) => document.querySelector(found)?.closest('[role="menu"], [role="tooltip"]') != null, selector);

/** Waits until the screen has come to rest: its title stands, nothing on it is being loaded. */
export async function atRest(page: Page): Promise<void> {
  // A dialog hides the title of what it covers.
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // What a control says it opened has come: some of it is loaded when it is first shown.
  const complete = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[aria-expanded="true"][aria-controls]')].every((control) =>
        document.getElementById(control.getAttribute('aria-controls') ?? ''),
      ),
    );
  await expect.poll(complete, { message: 'what is open has been loaded' }).toBe(true);
}

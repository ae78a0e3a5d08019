// What axe finds on a screen as it stands: WCAG 2.0 to 2.2, A and AA, and axe's own best practices.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './expect.ts';

type RunOptions = Parameters<AxeBuilder['options']>[0];
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

/** The engine that this package brings: by itself it would be sent to the page again for every look. */
const engine = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');

const everyRule: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** Those of them that look at colours. All others look at markup and at places. */
const colourRules: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

type Theme = 'light' | 'dark';

/** The theme that a page was last looked at in: the next look begins with it, for every change of theme draws everything anew. */
const worn = new WeakMap<Page, Theme>();

/** Looked at in both themes; what is found is told with the element, so that a failure names the place. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const first = worn.get(page) ?? 'light';
  const second = first === 'light' ? 'dark' : 'light';
  await expectNone(page, first, everyRule, what);
  const inFirst = await drawing(page);
  await expectNone(page, second, colourRules, what);
  // The same elements at the same places: what no colour decides was said already.
  if ((await drawing(page)) !== inFirst) await expectNone(page, second, everyRule, what);
  worn.set(page, second);
}

async function expectNone(page: Page, theme: Theme, rules: RunOptions, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await settled(page);
  const found: string[] = [];
  for (const { id, help, nodes } of await violations(page, rules)) {
    for (const { html, target, failureSummary } of nodes) {
      if (id === 'region' && (await floats(page, target.join(' ')))) continue;
      found.push(`${id}: ${help}\n${html}\n${failureSummary ?? ''}`);
    }
  }
  expect.soft(found, `${what}, ${theme}`).toEqual([]);
}

async function violations(page: Page, rules: RunOptions): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(engine);
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(where: Document, how: RunOptions): Promise<AxeResults> } };
    // Of what passed nothing is told: half the work.
    return (await axe.run(document, { ...options, resultTypes: ['violations'] })).violations;
  }, rules);
}

/** The markup, and where each element stands. */
const drawing = (page: Page) =>
  page.evaluate(() => {
    const places = [...document.querySelectorAll('body, body *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(' ');
    });
    return `${document.body.outerHTML}\n${places.join('\n')}`;
  });

/** Waits until the colours of the theme have been drawn everywhere. What fades is measured when it has faded: it is brought to its end. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // Asking for them lets what the theme changes begin to fade.
    for (const animation of document.getAnimations())
      if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) animation.finish();
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

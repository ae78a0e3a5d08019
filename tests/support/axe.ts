// What axe finds on a screen as it stands: WCAG 2.0 to 2.2, A and AA, and axe's own best practices.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './expect.ts';
import { isFullTier } from './tier.ts';

type RunOptions = Parameters<AxeBuilder['options']>[0];
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

interface AxeColor {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): AxeColor;
}

/** What is used of the engine. */
interface Engine {
  configure(how: { noHtml: boolean }): void;
  run(where: Document, how: RunOptions): Promise<AxeResults>;
  commons: { color: { Color: { prototype: AxeColor } } };
}

/** The engine that this package brings: by itself it would be sent to the page again for every look. */
const engine = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');

const everyRule: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };

/** Those of them that look at colours. All others look at markup and at places. */
const colorRules: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

type Theme = 'light' | 'dark';

/** The theme that a page was last looked at in: the next look begins with it, for every change of theme draws everything anew. */
const lastTheme = new WeakMap<Page, Theme>();

/**
 * Reports each violation with its element, so that a failure names the place. The full tests look in both themes, the core tests in the one
 * that the page wears: src/ui/contrast.test.ts checks the colors of both without a browser.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const first = lastTheme.get(page) ?? (await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')));
  lastTheme.set(page, first);
  const inFirst = await expectNone(page, first, everyRule, what);
  if (!isFullTier) return;
  const second = first === 'light' ? 'dark' : 'light';
  const inSecond = await expectNone(page, second, colorRules, what);
  // The same elements at the same places: what no colour decides was said already.
  if (inSecond !== inFirst) await expectNone(page, second, everyRule, what);
  lastTheme.set(page, second);
}

/** Says what the screen looked like, as `drawing` does. */
async function expectNone(page: Page, theme: Theme, rules: RunOptions, what: string): Promise<string> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  let look = await page.evaluate(lookAt, rules);
  if (look === null) {
    await page.evaluate(engine);
    await page.evaluate(prepare);
    look = await page.evaluate(lookAt, rules);
  }
  if (look === null) throw new Error(`${what}: the engine is not there`);
  expect.soft(look.found, `${what}, ${theme}`).toEqual([]);
  return look.drawing;
}

/** In the page, once: the engine reads the few colours of a theme thousands of times, and each time anew. */
function prepare(): void {
  const { axe } = window as unknown as { axe: Engine };
  // What a violation stands at is described below; the engine would describe all that passes, too.
  axe.configure({ noHtml: true });
  const { prototype } = axe.commons.color.Color;
  const read = prototype.parseString;
  const known = new Map<string, Pick<AxeColor, 'r' | 'g' | 'b' | 'alpha'>>();
  prototype.parseString = function parseOnce(this: AxeColor, text) {
    const before = known.get(text);
    if (before) return Object.assign(this, before);
    const { r, g, b, alpha } = read.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/** In the page: what is found on it, and its drawing. Null where there is no engine yet. */
async function lookAt(rules: RunOptions): Promise<{ found: string[]; drawing: string } | null> {
  if (!('axe' in window)) return null;
  const { axe } = window as unknown as { axe: Engine };

  // The colours of the theme are drawn everywhere. What fades is measured when it has faded: it is brought to its end. Asking for the
  // animations lets what the theme changes begin to fade.
  for (const animation of document.getAnimations())
    if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) animation.finish();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

  // Of what passes nothing is told: half the work.
  const { violations } = await axe.run(document, { ...rules, resultTypes: ['violations'], elementRef: true, selectors: false });
  // Menus and tooltips belong to what opened them and lie outside of every landmark by their nature.
  const floats = (element?: Element) => element?.closest('[role="menu"], [role="tooltip"]') != null;
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ element }) => !(id === 'region' && floats(element)))
      .map(({ element, failureSummary }) => `${id}: ${help}\n${element?.outerHTML.slice(0, 300)}\n${failureSummary ?? ''}`),
  );

  // The markup, and where each element stands.
  const places = [...document.querySelectorAll('body, body *')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(' ');
  });
  const bytes = new TextEncoder().encode(`${document.body.outerHTML}\n${places.join('\n')}`);
  return { found, drawing: String(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) };
}

/** Waits until the screen has come to rest: its title stands, nothing on it is being loaded. */
export async function waitUntilIdle(page: Page): Promise<void> {
  // A dialog hides the title of what it covers.
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // A camera that starts draws its screen anew, and would do so over whatever the page goes on to.
  await expect(page.getByText('Starting the camera')).toHaveCount(0);
  // What a control says it opened has come: some of it is loaded when it is first shown.
  const complete = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[aria-expanded="true"][aria-controls]')].every((control) =>
        document.getElementById(control.getAttribute('aria-controls') ?? ''),
      ),
    );
  await expect.poll(complete, { message: 'what is open has been loaded' }).toBe(true);
}

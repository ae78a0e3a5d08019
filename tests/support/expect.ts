// What browser tests assert with: Playwright's own, but a poll looks again sooner.
import { expect as base } from '@playwright/test';

/**
 * When a poll looks again, the last of them from then on. Playwright's own pauses grow to a second, half of which went by for nothing whenever
 * something took longer than the first looks.
 */
const intervals = [50, 100, 150, 200, 250];

const poll: typeof base.poll = (actual, how) => base.poll(actual, { intervals, ...(typeof how === 'string' ? { message: how } : how) });

export const expect = new Proxy(base, {
  get: (all, name): unknown => (name === 'poll' ? poll : Reflect.get(all, name)),
});

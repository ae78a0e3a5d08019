// An error on a page's console or an uncaught exception that a test did not expect fails the test. What is expected is named with its reason.
import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

export interface ConsoleWatch {
  attach(context: BrowserContext): void;
  /** Errors that match are part of this story. `reason` says why, for whoever reads the test. */
  allow(pattern: RegExp, reason: string): void;
  /** What was said and not allowed. */
  unexpected(): string[];
}

/**
 * Chromium itself writes a console error for every request that fails or is answered 4xx or 5xx. That is the network's voice, not the
 * app's: tests of failure make such requests on purpose, and the app shows what matters on the screen.
 */
const networkErrorPattern = /^Failed to load resource: /;

/** What is no Error of the page's own (a DOMException, a stream that the network broke off) has an empty stack: its name and words say what it was. */
const describeError = ({ name, message, stack }: Error, page: Page) =>
  stack?.trim() ? stack : `${name || 'no Error'}: ${message || 'without words'} (${page.url()})`;

export function watchConsole(): ConsoleWatch {
  const said: string[] = [];
  const allowed: { pattern: RegExp; reason: string }[] = [];
  const hear = (message: ConsoleMessage) => {
    if (message.type() !== 'error' || networkErrorPattern.test(message.text())) return;
    said.push(`console.error: ${message.text()} (${message.location().url})`);
  };
  const watchPage = (page: Page) => {
    page.on('pageerror', (error) => said.push(`page error: ${describeError(error, page)}`));
  };
  return {
    attach(context) {
      context.on('console', hear);
      context.pages().forEach(watchPage);
      context.on('page', watchPage);
    },
    allow: (pattern, reason) => allowed.push({ pattern, reason }),
    unexpected: () => said.filter((line) => !allowed.some(({ pattern }) => pattern.test(line))),
  };
}

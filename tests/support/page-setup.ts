// Loaded before every test file of the web app's screens. They share one process and one window, which took longer to make than the tests took
// to run, and yet each is a page of its own: when it ends its modules are forgotten, what it left in the window is gone, and nothing of it
// listens any more.
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { WAIT_TIMEOUT_MS } from './wait-timeout.ts';

configure({ asyncUtilTimeout: WAIT_TIMEOUT_MS });

const ending: (() => void)[] = [];

/** Whoever listens on the window or speaks to other tabs lives as long as the page; modules do not take it back by themselves. */
function untilTheEnd(): void {
  const { addEventListener } = window;
  window.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    addEventListener.apply(window, args);
    ending.push(() => window.removeEventListener(args[0], args[1], args[2]));
  };
  ending.push(() => (window.addEventListener = addEventListener));
}

/** Of the page as it is built. */
const TITLE = 'AI Image Suite';

function clearWindow(): void {
  // Of fake-indexeddb, which outlives the modules that opened it: what one file left there, a mark of a logout say, another would obey.
  if ('indexedDB' in globalThis) globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.title = TITLE;
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
}

if (typeof BroadcastChannel !== 'undefined') {
  const Channel = BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name);
      ending.push(() => {
        this.close();
        // Timers of a closed page don't run; here they do.
        this.postMessage = () => undefined;
      });
    }
  };
  ending.push(() => (globalThis.BroadcastChannel = Channel));
}
if (typeof window !== 'undefined') {
  document.title = TITLE;
  untilTheEnd();
  ending.push(clearWindow);
}

// What was drawn is taken down while the page still stands: a dialog that goes later would look for itself in a body that was emptied.
afterEach(cleanup);

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const end of ending.splice(0)) end();
  vi.resetModules();
});

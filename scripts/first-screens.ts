// Renders the first screens of visitors at build time: src/first-screens.tsx, in a DOM without network, storage or late parts.
import { JSDOM, VirtualConsole } from 'jsdom';
import { build, type Plugin, type Rolldown } from 'vite';
import { iconsPlugin } from './icons-plugin.ts';

const SCREENS = 'src/first-screens.tsx';
const SCRIPT = 'src/first-visit.ts';

/** Late parts never arrive: their places stay as they are while the app loads them. */
const withoutLateParts: Plugin = {
  name: 'without-late-parts',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/.*\.tsx?$/.test(id) || !code.includes('import(')) return null;
    return { code: code.replaceAll(/\bimport\(\s*'[^']+'\s*\)/g, 'new Promise(() => {})'), map: null };
  },
};

/** One classic script of this module and what it imports. */
async function bundle(input: string, { plugins, minify }: { plugins: Plugin[]; minify: boolean }): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    build: {
      write: false,
      minify,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code.trim();
}

/** The script of these pages. */
export const buildFirstVisit = (): Promise<string> => bundle(SCRIPT, { plugins: [], minify: true });

/**
 * @param title of the page, as the app reads the platform's name
 * @returns the markup for each address
 */
export async function renderFirstScreens(addresses: readonly string[], title: string): Promise<Map<string, string>> {
  const code = await bundle(SCREENS, { plugins: [withoutLateParts, iconsPlugin()], minify: false });
  const screens = new Map<string, string>();
  for (const address of addresses) screens.set(address, await renderFirstScreen(code, address, title));
  return screens;
}

interface FirstScreensWindow {
  renderFirstScreen(address: string, root: { innerHTML: string }): Promise<void>;
}

async function renderFirstScreen(code: string, address: string, title: string): Promise<string> {
  const errors: unknown[] = [];
  const virtualConsole = new VirtualConsole();
  for (const type of ['jsdomError', 'error', 'warn'] as const) virtualConsole.on(type, (error: unknown) => errors.push(error));
  const dom = new JSDOM(`<!doctype html><title>${title}</title><div id="root"></div>`, {
    url: new URL(address, 'https://first-screen.invalid').href,
    runScripts: 'outside-only',
    pretendToBeVisual: true,
    virtualConsole,
    beforeParse: addBrowserParts,
  });
  try {
    const root = dom.window.document.querySelector('#root');
    if (!root) throw new Error('the page has no root');
    dom.window.eval(code);
    await (dom.window as unknown as FirstScreensWindow).renderFirstScreen(address, root);
    if (errors.length > 0) throw new Error(`${address} was not rendered`, { cause: errors[0] });
    return root.innerHTML;
  } finally {
    dom.window.close();
  }
}

/** What the app expects of a browser and jsdom lacks. */
function addBrowserParts(window: object): void {
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(window, {
    scrollTo() {},
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    fetch: () => new Promise(() => {}),
    Request,
    Response,
    TextEncoder,
    AbortSignal,
    AbortController,
    ResizeObserver: Observer,
    IntersectionObserver: Observer,
    // Nearly every browser has it, and the login screen a button for it.
    PublicKeyCredential: {},
  });
}

// WebKitGTK by WebDriver over HTTP: https://www.w3.org/TR/webdriver2/. It needs a display, which Xvfb draws.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { answerOf, asExpression, type OtherBrowser, type OtherPage, type RunningBrowser } from './other-browser.ts';
import { waitUntil } from './processes.ts';
import { freePort } from './server-process.ts';

const driver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';
const binary = path.join(import.meta.dirname, 'webkit-browser.py');

const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

const found = {
  files: [driver, display, `${libraries}/girepository-1.0/WebKit2-4.1.typelib`, '/usr/lib/python3/dist-packages/gi/__init__.py'],
  packages: 'webkit2gtk-driver gir1.2-webkit2-4.1 python3-gi xvfb',
  // The last is the rejection of `FetchEvent.handled`, which nobody reads.
  failedFetch:
    /ERROR (FetchEvent\.respondWith received an error: TypeError: Load failed|Cannot load \S+\/assets\/background-[\w-]+\.js\.|Unhandled Promise Rejection: NetworkError: {2}A network error occurred\.)$/,
};

export const webkit: OtherBrowser = { name: 'WebKitGTK', ...found, start: (profile) => start(profile) };

/** It stores in memory only, and refuses Blobs in IndexedDB. */
export const privateWebkit: OtherBrowser = {
  name: 'a private window of WebKitGTK',
  ...found,
  start: (profile) => start(profile, '--private'),
};

const environment = {
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
};

/** Of the console: no voice of the network, and not that WebKit knows no `manifest-src`. */
const errorLine = /^CONSOLE (?!NETWORK)\S+ ERROR (?!Unrecognized Content-Security-Policy directive 'manifest-src').*/gm;

async function start(profile: string, ...more: string[]): Promise<RunningBrowser> {
  const screen = spawn(display, ['-displayfd', '1', '-screen', '0', '800x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    screen.on('error', reject);
    screen.on('exit', () => reject(new Error('Xvfb ended before it had a display')));
    screen.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  const port = await freePort();
  const env = { ...process.env, ...environment, DISPLAY: `:${number}` };
  const child = spawn(driver, [`--port=${port}`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: string[] = [];
  let said = '';
  const hear = (chunk: Buffer) => {
    const lines = (said + chunk.toString()).split('\n');
    said = lines.pop() ?? '';
    errors.push(...(lines.join('\n').match(errorLine) ?? []));
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const base = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${base}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntil(isReady, 20_000, () => `WebKitWebDriver did not answer:\n${said}`);
  const options = { binary, args: [profile, ...more] };
  const wanted = { 'webkitgtk:browserOptions': options, unhandledPromptBehavior: 'accept', timeouts: { script: 120_000 } };
  const { sessionId } = await command<{ sessionId: string }>(`${base}/session`, posted({ capabilities: { alwaysMatch: wanted } }));
  return { page: pageOf(`${base}/session/${sessionId}`), pids: [child, screen].map(pidOf), errors, disconnect: () => {} };
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the process did not start');
  return pid;
}

const posted = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) }) as const;

/** @param init none for GET */
async function command<R>(url: string, init?: { method: 'POST'; body: string }): Promise<R> {
  const response = await fetch(url, init);
  const { value } = (await response.json()) as { value: R };
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${JSON.stringify(value)}`);
  return value;
}

/** The protocol's name of an element's id. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

function pageOf(session: string): OtherPage {
  const post = <R>(name: string, body: unknown = {}) => command<R>(`${session}/${name}`, posted(body));
  const find = async (selector: string) =>
    (await post<Record<string, string>>('element', { using: 'css selector', value: selector }))[elementKey] ?? '';
  const type = async (selector: string, text: string) => {
    await post(`element/${await find(selector)}/value`, { text });
  };
  return {
    async goto(url) {
      await post('url', { url });
    },
    async reload() {
      await post('refresh');
    },
    async evaluate<R>(ask: () => R | Promise<R>) {
      const script = `const done = arguments[0]; ${asExpression(ask)}.then(done, (error) => done(JSON.stringify({ error: String(error) })))`;
      const answer = await post<string>('execute/async', { script, args: [] });
      const { error } = JSON.parse(answer) as { error?: string };
      if (error !== undefined) throw new Error(error);
      return answerOf(answer) as R;
    },
    async press(selector) {
      await post(`element/${await find(selector)}/click`);
    },
    type,
    choose: (selector, files) => type(selector, files.join('\n')),
    async screenshot() {
      return Buffer.from(await command<string>(`${session}/screenshot`), 'base64');
    },
  };
}

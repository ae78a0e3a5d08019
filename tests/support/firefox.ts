// Firefox by WebDriver BiDi, which it speaks itself: https://www.w3.org/TR/webdriver-bidi/.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { WebSocket } from 'undici';
import { phoneSize } from './browser.ts';
import { answerOf, asExpression, type OtherBrowser, type OtherPage, type RunningBrowser } from './other-browser.ts';

const binary = '/usr/bin/firefox-esr';

const preferences = {
  // A drawn camera, which pages may use without being asked.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // It is killed and started again: no safe mode, no old tabs.
  'toolkit.startup.max_resumed_crashes': -1,
  'browser.sessionstore.resume_from_crash': false,
  'browser.startup.page': 0,
};

export const firefox: OtherBrowser = {
  name: 'Firefox',
  files: [binary],
  packages: 'firefox-esr',
  failedFetch:
    /^Failed to load ‘\S+\/assets\/background-[\w-]+\.js’\. A ServiceWorker passed a promise to FetchEvent\.respondWith\(\) that rejected/,
  start,
};

async function start(profile: string): Promise<RunningBrowser> {
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  writeFileSync(path.join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'];
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`Firefox ended before it could be driven:\n${said}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (url) resolve(url);
    });
  });
  if (child.pid === undefined) throw new Error('Firefox did not start');
  const line = await connect(`${address}/session`);
  await line.send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } } });
  await line.send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await line.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const { context } = contexts[0]!;
  await line.send('browsingContext.setViewport', { context, viewport: phoneSize });
  return { page: pageOf(line, context), pids: [child.pid], errors: line.errors, disconnect: line.close };
}

type Send = <R>(method: string, params: unknown) => Promise<R>;

interface Line {
  send: Send;
  errors: string[];
  close(): void;
}

type Message =
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number | null; error: string; message: string }
  | { type: 'event'; method: string; params: { level: string; text: string; source: { realm: string } } };

async function connect(url: string): Promise<Line> {
  const socket = new WebSocket(url);
  const errors: string[] = [];
  const asked = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  const end = () => {
    for (const { reject } of asked.values()) reject(new Error('Firefox has ended'));
    asked.clear();
  };
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'event') {
      if (message.params.level === 'error') errors.push(message.params.text);
      return;
    }
    const waiting = asked.get(message.id ?? 0);
    asked.delete(message.id ?? 0);
    if (message.type === 'success') waiting?.resolve(message.result);
    else waiting?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('close', end);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', ({ message }) => reject(new Error(`no connection to Firefox: ${message}`)));
  });
  return {
    send: <R>(method: string, params: unknown) =>
      new Promise<R>((resolve, reject) => {
        last += 1;
        asked.set(last, { resolve: (result) => resolve(result as R), reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    errors,
    close: () => socket.close(),
  };
}

type Evaluated = { type: 'success'; result: { value: string } } | { type: 'exception'; exceptionDetails: { text: string } };

function pageOf({ send }: Line, context: string): OtherPage {
  const find = async (selector: string) => {
    const locator = { type: 'css', value: selector };
    const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', { context, locator });
    if (!nodes[0]) throw new Error(`the page has no ${selector}`);
    return { sharedId: nodes[0].sharedId };
  };
  const act = (...actions: unknown[]) => send('input.performActions', { context, actions });
  const press = async (selector: string) => {
    const element = await find(selector);
    const functionDeclaration = "(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })";
    await send('script.callFunction', { functionDeclaration, arguments: [element], target: { context }, awaitPromise: false });
    const origin = { type: 'element', element };
    const steps = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await act({ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions: steps });
  };
  return {
    async goto(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async reload() {
      await send('browsingContext.reload', { context, wait: 'complete' });
    },
    async evaluate<R>(ask: () => R | Promise<R>) {
      const asked = { expression: asExpression(ask), target: { context }, awaitPromise: true };
      const told = await send<Evaluated>('script.evaluate', asked);
      if (told.type === 'exception') throw new Error(told.exceptionDetails.text);
      return answerOf(told.result.value) as R;
    },
    press,
    async type(selector, text) {
      await press(selector);
      const keys = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await act({ type: 'key', id: 'keyboard', actions: keys });
    },
    async choose(selector, files) {
      await send('input.setFiles', { context, element: await find(selector), files });
    },
    async screenshot() {
      return Buffer.from((await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data, 'base64');
    },
  };
}

// The script in the pages of first visits (scripts/first-screens-plugin.ts). It starts the app once the first screen has been painted, because running
// the app's script would delay that, and asks the server meanwhile for what the app will ask first.
import { parseJoinCode } from '#src/domains/events/joining/join-code.ts';
import type { Timeline } from '#src/domains/photos/photo.ts';
import { inSpan, isCoarse, MAX_PER_SEGMENT, shapeOf, spanAt } from '#src/domains/photos/timeline.ts';
import { NOT_CHOSEN, showEventTheme } from '#src/lib/color.ts';
import { applyTheme } from '#src/lib/theme.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { createEarlyAnswers, SESSION_LOCK } from '#src/transport/early-answers.ts';
import { fetchAsset } from '#src/transport/fetch-asset.ts';
import { handOver } from './first-screen-handover.ts';

/** The longest that the app's files wait for the pictures of the first screen. */
const PICTURES_MS = 300;

/** The pause before the app's files are asked for again, which doubles each time. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

const failed = new Set<EventTarget | null>();

async function startApp(): Promise<void> {
  document.addEventListener('error', ({ target }) => void failed.add(target), true);
  if (document.readyState === 'loading') await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  await Promise.all([painted(), pictured()]);
  // Not before: two hundred kilobytes would share the line with the pictures.
  const files = document.querySelector<HTMLTemplateElement>('template#app')?.content;
  const app = files?.querySelector('link')?.href;
  if (!files || app === undefined) throw new Error('The page has no app');
  document.body.append(files);
  await styled();
  await load(app);
}

/** The screen looks like the app and is none: where the line loses a file it is asked for again, and a page of another version than its files is. */
async function load(app: string): Promise<void> {
  for (let pauseMs = RETRY_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_RETRY_MS)) {
    try {
      return await import(/* @vite-ignore */ app);
    } catch (error) {
      console.warn('The app did not arrive', error);
    }
    await pause(pauseMs);
    const file = await fetchAsset(new Request(app, { method: 'HEAD', cache: 'no-store' })).catch(() => null);
    if (file?.status !== 404) continue;
    // The page that came instead of the first one is no better.
    if (performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')) await pause(MAX_RETRY_MS);
    location.reload();
  }
}

/** Ends sooner when the network is back. */
const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    addEventListener('online', resolve, { once: true });
  });

/** The first frame is on the screen; a hidden page has none. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    if (document.hidden) resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });

const pictured = () => {
  const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
  return Promise.race([
    Promise.allSettled(pictures.map((picture) => picture.decode())),
    new Promise((resolve) => setTimeout(resolve, PICTURES_MS)),
  ]);
};

/** As a script behind them would, the app waits for the style sheets. */
const styled = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
      if (sheets.every((sheet) => sheet.sheet !== null || failed.has(sheet))) resolve();
    };
    for (const type of ['load', 'error']) document.addEventListener(type, look, true);
    look();
  });

/** Asks for what the app will ask first. */
async function ask(): Promise<void> {
  // A server of another origin is asked by the app's own rules, and so is one that this browser knows: it may have a logout to finish first.
  if (document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content !== '' || (await hasVisited())) return;
  const [, typed = ''] = /^\/join\/([\w-]+)$/.exec(location.pathname) ?? [];
  const code = parseJoinCode(typed);
  if (code !== null) return void createEarlyAnswers()(apiUrl(`/api/v1/event/join/${code}`));
  const [, id, gallery] = /^\/event\/([\w-]+)(\/gallery)?$/.exec(location.pathname) ?? [];
  if (id === undefined || !/(^|; )ais_session=/.test(document.cookie) || !('locks' in navigator)) return;
  // No answer is another account's than the session's.
  await navigator.locks.request(SESSION_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    const askEarly = createEarlyAnswers();
    const renewed = askEarly(apiUrl('/api/v1/auth/refresh'), 'POST');
    const event = apiUrl(`/api/v1/event/${id}`);
    void askEarly(event);
    if (gallery) askGallery(event, askEarly).catch(() => undefined); // the app asks itself
    await renewed;
  });
}

/** Every visit leaves the database of the session. */
const hasVisited = async () => !('databases' in indexedDB) || (await indexedDB.databases()).some(({ name }) => name === 'session');

/** The timeline, and the photos that the gallery begins with. */
async function askGallery(event: string, askEarly: ReturnType<typeof createEarlyAnswers>): Promise<void> {
  const answer = await askEarly(`${event}/timeline`);
  if (!answer?.ok) return;
  const shape = shapeOf((await answer.clone().json()) as Timeline);
  const span = spanAt(shape, 0);
  const stretches = shape.stretches.filter(({ start }) => inSpan(span, start));
  if (stretches.length === 0 || stretches.some(isCoarse)) return;
  const from = span.from === null ? '' : `from=${encodeURIComponent(new Date(span.from).toISOString())}&`;
  await askEarly(`${event}/photos?${from}limit=${MAX_PER_SEGMENT}`);
}

const root = document.documentElement;
applyTheme(root);
handOver(painted, showEventTheme(root, { primary_color: root.dataset.color || NOT_CHOSEN }));
void startApp();
ask().catch((error: unknown) => console.warn('Nothing was asked early', error));

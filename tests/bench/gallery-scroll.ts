// A gallery of a hundred thousand photos on a phone, scrolled fast for ten seconds, repeatedly: the longest frame, and the memory of the page.
// Peers, measured in alternation with the same gestures: an empty page, to see the effect of the machine on frames, and a wall of the same
// thumbnails without scripts, the minimum for a browser that scrolls photos.
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { uuid7 } from '#server/uuid.ts';
import { phoneSize } from '#tests/support/browser.ts';
import { addLiveEvent, addManyPhotos } from '#tests/support/bulk-insert.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import { withPage } from './browser.ts';
import { startWatching, stopWatching, type Watched } from './frames.ts';
import { tasksDuring } from './main-thread-tasks.ts';
import { withServer } from './server.ts';

const PHOTOS = 100_000;
const SECONDS = 10;
/** Each one down and up, so that memory does not grow with the scrolled distance. */
const passes: readonly Gesture[] = [
  { how: 'evenly', direction: 1 },
  { how: 'evenly', direction: -1 },
  { how: 'flung', direction: 1 },
  { how: 'flung', direction: -1 },
];
/** CSS pixels per second: twelve screens, some two hundred and thirty photos. */
const SPEED = 10_000;
/** Farther than this it must have come, or it was not scrolled fast. */
const LEAST_PX = 10_000;
const MOST_FRAME_MS = 50;
/** Of the wall: higher than one gesture scrolls, and no more, for it has all of them in the page. */
const WALL_PHOTOS = 3000;
/** A wall continues to load after it stops; none of that must affect the next measurement. */
const QUIET_MS = 4000;

interface Gesture {
  how: 'evenly' | 'flung';
  direction: 1 | -1;
}

interface Measured {
  ours: Pass[];
  empty: Pass[];
  wall: Pass[];
  traced: Pass[];
}

interface Pass {
  watched: Watched;
  /** Where it was traced: what each task of the main thread worked, in ms. */
  tasks: number[];
  heapMb: number;
}

export const galleryScroll: Bench = {
  name: 'gallery-scroll',
  minutes: 4,
  description: `a gallery of ${PHOTOS.toLocaleString('en')} photos on a phone, scrolled fast for ${SECONDS} s`,
  run: () =>
    withServer({}, async (server) => {
      const eventId = uuid7();
      const { user, member } = demoPeople;
      await addLiveEvent(server, { id: eventId, organizationId: demoOrganizationIds.aurora, name: 'A night', participantIds: [user.id] });
      const [from, to] = [new Date('2026-11-20T16:00:00Z'), new Date('2026-11-21T02:00:00Z')];
      await addManyPhotos(server, { eventId, count: PHOTOS, uploaderIds: [member.id, user.id], from, to, hasFiles: true });
      return withPage(server.url, user.email, async (page) => {
        await page.goto(`/event/${eventId}/gallery`);
        await page.locator('[data-photo] img').first().waitFor();
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        if (height < 1_000_000) throw new Error(`the gallery is only ${height} px high`);
        const empty = await emptyPage(page, height);
        const wall = await wallOf(page, eventId);
        const measured: Measured = { ours: [], empty: [], wall: [], traced: [] };
        for (const pass of passes) {
          measured.empty.push(await scroll(empty, pass));
          measured.ours.push(await scroll(page, pass));
          measured.wall.push(await scroll(wall, pass));
          await pause(QUIET_MS);
        }
        await wall.close();
        // A traced page is a slower one: its frames are not counted.
        for (const pass of passes) measured.traced.push(await scroll(page, pass, true));
        return figuresOf(measured);
      });
    }),
};

async function emptyPage(page: Page, height: number): Promise<Page> {
  const empty = await page.context().newPage();
  await empty.setContent(`<meta name="viewport" content="width=device-width"><body style="margin:0;height:${height}px">`);
  return empty;
}

/** Its own pictures, so that they come from the server as ours do. */
async function wallOf(page: Page, eventId: string): Promise<Page> {
  const wall = await page.context().newPage();
  await wall.goto(new URL('/healthz', page.url()).href);
  await wall.evaluate(
    async ({ path, count, side }) => {
      const pictures: string[] = [];
      for (let cursor: string | null = ''; cursor !== null && pictures.length < count;) {
        const answer = await fetch(`${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
        const { items, next_cursor } = (await answer.json()) as { items: { id: string }[]; next_cursor: string | null };
        for (const { id } of items) pictures.push(`<img loading="lazy" decoding="async" alt="" src="${path}/${id}/thumb">`);
        cursor = next_cursor;
      }
      const style = `body{margin:0;display:grid;grid-template-columns:repeat(3,${side}px);gap:3px}img{width:${side}px;height:${side}px;object-fit:cover}`;
      document.head.innerHTML = `<meta name="viewport" content="width=device-width"><style>${style}</style>`;
      document.body.innerHTML = pictures.join('');
    },
    { path: `/api/v1/event/${eventId}/photos`, count: WALL_PHOTOS, side: (phoneSize.width - 6) / 3 },
  );
  await pause(QUIET_MS);
  return wall;
}

async function scroll(page: Page, { how, direction }: Gesture, trace = false): Promise<Pass> {
  await page.bringToFront();
  const devtools = await page.context().newCDPSession(page);
  await heapMb(devtools);
  await page.evaluate(startWatching);
  const act = () => (how === 'evenly' ? scrollEvenly : fling)(devtools, direction);
  const tasks = trace ? await tasksDuring(page, act) : (await act(), []);
  const watched = await page.evaluate(stopWatching);
  if (watched.travelled < LEAST_PX) throw new Error(`${how}, only ${Math.round(watched.travelled)} px were scrolled`);
  // Images that are loaded and decoded after scrolling stops count as well.
  await page.waitForTimeout(2000);
  const pass = { watched, tasks, heapMb: await heapMb(devtools) };
  await devtools.detach();
  return pass;
}

const middle = { x: Math.round(phoneSize.width / 2), y: Math.round(phoneSize.height / 2) };

async function scrollEvenly(devtools: CDPSession, direction: number): Promise<void> {
  await devtools.send('Input.synthesizeScrollGesture', {
    ...middle,
    yDistance: -direction * SPEED * SECONDS,
    speed: SPEED,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
}

/**
 * As a thumb does: short fast strokes, and the page runs on between them. A thumb does not wait for the page: the moves are sent by the clock, also
 * where one has not been answered yet.
 */
async function fling(devtools: CDPSession, direction: number): Promise<void> {
  const until = performance.now() + SECONDS * 1000;
  while (performance.now() < until) {
    let y = middle.y + direction * 300;
    const touch = (type: 'touchStart' | 'touchMove') =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: middle.x, y }] });
    const sent: Promise<unknown>[] = [touch('touchStart')];
    for (let move = 0; move < 5; move += 1) {
      await pause(16);
      y -= direction * 120;
      sent.push(touch('touchMove'));
    }
    sent.push(devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }));
    await Promise.all(sent);
    await pause(250);
  }
}

/** Used heap of the page's scripts, garbage collected. */
async function heapMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.enable');
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.send('HeapProfiler.disable');
  return usedSize / 1e6;
}

function figuresOf({ ours, empty, wall, traced }: Measured): Figure[] {
  const framesOf = (passes: readonly Pass[]) => passes.flatMap(({ watched }) => watched.frames);
  const longestOf = (passes: readonly Pass[]) => spreadOf(passes.map(({ watched }) => Math.max(...watched.frames)));
  const longOf = (passes: readonly Pass[]) => framesOf(passes).filter((frame) => frame > MOST_FRAME_MS).length;
  const longest = longestOf(ours);
  const frames = spreadOf(framesOf(ours));
  const heaps = ours.map((pass) => pass.heapMb);
  const [first, ...later] = heaps;
  const elements = spreadOf(ours.map(({ watched }) => watched.elements));
  const tasks = spreadOf(traced.flatMap((pass) => pass.tasks));
  const beside = (figure: (passes: readonly Pass[]) => number) => ({ what: 'a wall without script', value: figure(wall) });
  const p95Of = (passes: readonly Pass[]) => spreadOf(framesOf(passes)).p95;
  return [
    { what: 'longest task of the page, its own work', value: tasks.most, unit: 'ms', limit: { most: MOST_FRAME_MS }, spread: tasks },
    {
      what: 'longest frame by the clock',
      value: longest.most,
      unit: 'ms',
      limit: { most: MOST_FRAME_MS },
      peer: beside((passes) => longestOf(passes).most),
      spread: longest,
    },
    { what: 'longest frame, wall without script', value: longestOf(wall).most, unit: 'ms', spread: longestOf(wall) },
    { what: 'longest frame, empty page', value: longestOf(empty).most, unit: 'ms', spread: longestOf(empty) },
    { what: 'frames over 50 ms', value: longOf(ours), unit: '', limit: { times: 1 }, peer: beside(longOf) },
    { what: 'p95 of frames', value: frames.p95, unit: 'ms', limit: { times: 1 }, peer: beside(p95Of), spread: frames },
    {
      what: 'heap after later passes',
      value: Math.max(...later),
      unit: 'MB',
      limit: { times: 1.2 },
      peer: { what: 'after the first', value: first! },
      spread: spreadOf(heaps),
    },
    { what: 'heap, most', value: Math.max(...heaps), unit: 'MB', limit: { most: 100 } },
    { what: 'elements, most at once', value: elements.most, unit: '', limit: { most: 2000 }, spread: elements },
  ];
}

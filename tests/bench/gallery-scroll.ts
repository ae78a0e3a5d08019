// A gallery of a hundred thousand photos on a phone, scrolled fast for ten seconds, again and again: the longest frame, and what the page keeps.
// Peer, by turns with it: the same gestures over an empty page of equal height, so that what the machine itself does to frames is seen.
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import { demoOrganizations } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { uuid7 } from '#server/uuid.ts';
import { phoneSize } from '#tests/support/browser.ts';
import { addLiveEvent, addManyPhotos } from '#tests/support/many-photos.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import { withPage } from './browser.ts';
import { startWatching, stopWatching, type Watched } from './frames.ts';
import { withServer } from './server.ts';
import { tasksDuring } from './work.ts';

const PHOTOS = 100_000;
const SECONDS = 10;
/** Each down and up, so that what is kept does not grow with what was passed. */
const passes: readonly Gesture[] = [
  { how: 'evenly', direction: 1 },
  { how: 'flung', direction: 1 },
  { how: 'flung', direction: -1 },
  { how: 'evenly', direction: -1 },
];
/** CSS pixels per second: twelve screens, some two hundred and thirty photos. */
const SPEED = 10_000;
/** Farther than this it must have come, or it was not scrolled fast. */
const LEAST_PX = 10_000;
const MOST_FRAME_MS = 50;

interface Gesture {
  how: 'evenly' | 'flung';
  direction: 1 | -1;
}

interface Pass {
  watched: Watched;
  /** Where it was traced: what each task of the main thread worked, in ms. */
  tasks: number[];
  heapMb: number;
}

export const galleryScroll: Bench = {
  name: 'gallery-scroll',
  says: `a gallery of ${PHOTOS.toLocaleString('en')} photos on a phone, scrolled fast for ${SECONDS} s`,
  run: () =>
    withServer({}, async (server) => {
      const eventId = uuid7();
      const { user, member } = demoPeople;
      await addLiveEvent(server, { id: eventId, organizationId: demoOrganizations.aurora, name: 'A night', participantIds: [user.id] });
      const [from, to] = [new Date('2026-11-20T16:00:00Z'), new Date('2026-11-21T02:00:00Z')];
      await addManyPhotos(server, { eventId, count: PHOTOS, uploaderIds: [member.id, user.id], from, to, hasFiles: true });
      return withPage(server.url, user.email, async (page) => {
        await page.goto(`/event/${eventId}/gallery`);
        await page.locator('[data-photo] img').first().waitFor();
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        if (height < 1_000_000) throw new Error(`the gallery is only ${height} px high`);
        const empty = await emptyPage(page, height);
        const [ours, peers]: [Pass[], Pass[]] = [[], []];
        for (const pass of passes) {
          peers.push(await scroll(empty, pass));
          ours.push(await scroll(page, pass));
        }
        // A traced page is a slower one: its frames are not counted.
        const traced: Pass[] = [];
        for (const pass of passes.slice(0, 2)) traced.push(await scroll(page, pass, true));
        return figuresOf(ours, peers, traced);
      });
    }),
};

async function emptyPage(page: Page, height: number): Promise<Page> {
  const empty = await page.context().newPage();
  await empty.setContent(`<meta name="viewport" content="width=device-width"><body style="margin:0;height:${height}px">`);
  return empty;
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
  // What is read and decoded when it stands still is kept as well.
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

/** As a thumb does: short fast strokes, and the page runs on between them. */
async function fling(devtools: CDPSession, direction: number): Promise<void> {
  const until = performance.now() + SECONDS * 1000;
  while (performance.now() < until) {
    let y = middle.y + direction * 300;
    const touch = (type: 'touchStart' | 'touchMove') =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: middle.x, y }] });
    await touch('touchStart');
    for (let move = 0; move < 5; move += 1) {
      y -= direction * 120;
      await touch('touchMove');
      await pause(8);
    }
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
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

function figuresOf(ours: readonly Pass[], peers: readonly Pass[], traced: readonly Pass[]): Figure[] {
  const longest = (watched: Watched) => Math.max(...watched.frames);
  const frames = spreadOf(ours.flatMap(({ watched }) => watched.frames));
  const peerFrames = spreadOf(peers.flatMap(({ watched }) => watched.frames));
  const longestOf = spreadOf(ours.map(({ watched }) => longest(watched)));
  const longestPeer = spreadOf(peers.map(({ watched }) => longest(watched)));
  const peer = { what: 'an empty page', value: longestPeer.most };
  const heaps = ours.map((pass) => pass.heapMb);
  const [first, ...later] = heaps;
  const elements = spreadOf(ours.map(({ watched }) => watched.elements));
  const tasks = spreadOf(traced.flatMap((pass) => pass.tasks));
  return [
    { what: 'longest task of the page, its own work', value: tasks.most, unit: 'ms', limit: { most: MOST_FRAME_MS }, spread: tasks },
    { what: 'longest frame', value: longestOf.most, unit: 'ms', limit: { most: MOST_FRAME_MS }, peer, spread: longestOf },
    { what: 'longest frame, empty page', value: longestPeer.most, unit: 'ms', spread: longestPeer },
    { what: 'p95 of frames', value: frames.p95, unit: 'ms', peer: { what: 'an empty page', value: peerFrames.p95 }, spread: frames },
    {
      what: 'frames over 50 ms',
      value: ours.flatMap(({ watched }) => watched.frames).filter((frame) => frame > MOST_FRAME_MS).length,
      unit: '',
    },
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

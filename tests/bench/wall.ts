// The wall of a paired screen over a long time: from the commit of a photo until it is painted, and the page's memory at the start, in the middle and
// at the end. One photo a second; `--minutes 30` sets how long.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { components } from '#openapi/api.ts';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { createPhoto, photoRequest, signIn, upload } from '#tests/support/api.ts';
import { picture } from '#tests/support/pictures.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import { withPage } from './browser.ts';
import { withServer } from './server.ts';

const INTERVAL_MS = 1_000;
const DEFAULT_MINUTES = 2;
/** The caches of the wall are full by then. */
const WARM_UP = 30;
/** Larger than what a night adds to bounded caches; a leak of one picture a second exceeds it soon. */
const MAX_GROWTH = 1.5;

type PaintedAt = Record<string, number>;

interface Memory {
  heap: number;
  nodes: number;
}

const minutesOf = (args: readonly string[]): number => {
  const at = args.indexOf('--minutes');
  const minutes = at === -1 ? DEFAULT_MINUTES : Number(args[at + 1]);
  if (!(minutes > 0)) throw new Error('--minutes takes a number of minutes');
  return minutes;
};

export const wall: Bench = {
  name: 'wall',
  get minutes() {
    return 1 + minutesOf(process.argv);
  },
  description: 'from a commit to the photo on a screen, and the memory of its page',
  run: () =>
    withServer({}, async (server) => {
      const photographer = await signIn(server.url, demoPeople.member.email);
      return withPage(server.url, demoPeople.owner.email, async (page) => {
        await page.setViewportSize({ width: 1920, height: 1080 });
        await page.goto('/wall');
        const code = (await page.getByLabel(/^Code( \d){6}$/).innerText()).replaceAll(/\s/g, '');
        const owner = await signIn(server.url, demoPeople.owner.email);
        const screens = `/api/v1/event/${demoEvents.live}/screens`;
        const paired = await owner.call<components['schemas']['Screen']>('POST', screens, { json: { code } });
        if (paired.status !== 201) throw new Error(`pairing was answered ${paired.status}`);
        await page.locator('img[data-photo]').first().waitFor();
        await watch(page);

        const heard = await listenForReady(page, server.url);
        const committed = new Map<string, number>();
        const memories: Memory[] = [];
        const photos = WARM_UP + Math.round((minutesOf(process.argv) * 60_000) / INTERVAL_MS);
        const measured = new Set([WARM_UP, Math.round((WARM_UP + photos) / 2), photos]);
        for (let number = 1; number <= photos; number += 1) {
          const began = performance.now();
          const shot = await picture({ width: 1600, height: 1200 });
          const fact = photoRequest(shot, await upload(photographer, shot.bytes));
          const answer = await createPhoto(photographer, demoEvents.live, fact);
          if (answer.status !== 201) throw new Error(`a commit was answered ${answer.status}`);
          if (number > WARM_UP) committed.set(fact.id, Date.now());
          await pause(Math.max(0, INTERVAL_MS - (performance.now() - began)));
          if (measured.has(number)) memories.push(await memoryOf(page));
        }
        await pause(5_000);
        const painted = await page.evaluate(() => (globalThis as unknown as { paintedAt: PaintedAt }).paintedAt);
        const delays = [...committed].flatMap(([id, at]) => (id in painted ? [(painted[id] ?? 0) - at] : []));
        const spread = spreadOf(delays);
        const made = spreadOf([...committed].flatMap(([id, at]) => (id in heard.ready ? [(heard.ready[id] ?? 0) - at] : [])));
        heard.leave();
        const [start, middle, end] = memories as [Memory, Memory, Memory];
        const figures: Figure[] = [
          { what: 'p95, commit to its picture on the screen', value: spread.p95, unit: 'ms', limit: { most: 1_000 }, spread },
          { what: 'p50, commit to its picture on the screen', value: spread.p50, unit: 'ms' },
          { what: 'p95, commit until another program hears that its preview is made', value: made.p95, unit: 'ms', spread: made },
          // New photos don't replace each other within half a second.
          { what: 'photos that were not painted in their turn', value: committed.size - delays.length, unit: '' },
          ...growth('JS heap', 'MB', [start.heap / 1e6, middle.heap / 1e6, end.heap / 1e6]),
          ...growth('DOM nodes', '', [start.nodes, middle.nodes, end.nodes]),
        ];
        return figures;
      });
    }),
};

/** A client without a screen on the same stream: the difference is the browser's part of the delay. */
async function listenForReady(page: Page, url: string): Promise<{ ready: PaintedAt; leave: () => void }> {
  const ready: PaintedAt = {};
  const ended = new AbortController();
  const cookies = await page.context().cookies(`${url}/api/v1/screen`);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const response = await fetch(`${url}/api/v1/screen/stream`, { headers: { cookie }, signal: ended.signal });
  const read = async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const at = Date.now();
      const messages = (text + chunk).split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const id = /^event: added\ndata: {"id":"([^"]+)".*"state":"ready"/m.exec(message)?.[1];
        if (id !== undefined) ready[id] ??= at;
      }
    }
  };
  read().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  return { ready, leave: () => ended.abort() };
}

/** The end relative to the start, and the values. */
const growth = (what: string, unit: string, [start, middle, end]: [number, number, number]): Figure[] => [
  {
    what: `${what} at the end, relative to the start`,
    value: end,
    unit,
    limit: { times: MAX_GROWTH },
    peer: { what: 'at the start', value: start },
  },
  { what: `${what} in the middle`, value: middle, unit },
];

/** After garbage collection. */
async function memoryOf(page: Page): Promise<Memory> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes } = await devtools.send('Memory.getDOMCounters');
  await devtools.send('HeapProfiler.disable');
  await devtools.detach();
  return { heap: usedSize, nodes };
}

/** From now on the page notes when it has painted each photo, behind the frame that begins to show it. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const paintedAt: PaintedAt = {};
    Object.assign(globalThis, { paintedAt });
    const note = () => {
      for (const image of document.querySelectorAll('img[data-photo]')) {
        const id = image.getAttribute('data-photo') ?? '';
        if (id in paintedAt) continue;
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => (paintedAt[id] ??= Date.now()), { once: true });
          port1.start();
          port2.postMessage(null);
        });
      }
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
  });
}

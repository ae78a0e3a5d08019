// From the server's acknowledgement of a photo until another person sees it: an API client delivers photos one by one, and a browser with the
// gallery open records when each is painted. Both use the same clock.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { demoEvents } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { createPhoto, photoRequest, signIn, upload } from '#tests/support/api.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import { withPage } from './browser.ts';
import { withServer } from './server.ts';

const PHOTOS = 60;
const WARM_UP = 5;

/** When (in ms since 1970) the page had painted a photo's tile, and the tile with its picture. */
interface Seen {
  tiles: Record<string, number>;
  pictures: Record<string, number>;
}

export const live: Bench = {
  name: 'live',
  minutes: 2,
  description: 'from a commit to the photo in another browser',
  run: () =>
    withServer({}, async (server) => {
      const onlooker = await newGuest(server.url);
      const photographer = await signIn(server.url, demoPeople.member.email);
      return withPage(server.url, onlooker.email, async (page) => {
        await page.goto(`/event/${demoEvents.live}/gallery`);
        await page.locator('[data-photo]').first().waitFor();
        await watch(page);
        const heard = await listenForPhotos(server.url, onlooker.token);
        const committed = new Map<string, number>();
        const commits: number[] = [];
        for (let number = 0; number < WARM_UP + PHOTOS; number += 1) {
          // As bursts and pauses fall: nothing in the app's own rhythm is met at the same point each time.
          await pause(300 + Math.random() * 500);
          const shot = await picture({ width: 2000, height: 1500 });
          const fact = photoRequest(shot, await upload(photographer, shot.bytes));
          const started = performance.now();
          const answer = await createPhoto(photographer, demoEvents.live, fact);
          const at = Date.now();
          if (answer.status !== 201) throw new Error(`a commit was answered ${answer.status}`);
          if (number < WARM_UP) continue;
          commits.push(performance.now() - started);
          committed.set(fact.id, at);
        }
        const seen = await allSeen(page, [...committed.keys()]);
        const after = (moments: Record<string, number>) => spreadOf([...committed].map(([id, at]) => moments[id]! - at));
        const [tile, whole, told, commit] = [after(seen.tiles), after(seen.pictures), after(heard.added), spreadOf(commits)];
        heard.leave();
        const peer = { what: 'to another program', value: told.p95 };
        const figures: Figure[] = [
          { what: 'p95, commit to its tile', value: tile.p95, unit: 'ms', limit: { most: 60 }, peer, spread: tile },
          { what: 'p95, commit to its picture', value: whole.p95, unit: 'ms', limit: { most: 120 }, spread: whole },
          { what: 'p95, commit to another program that hears the stream', value: told.p95, unit: 'ms', spread: told },
          { what: 'p95, the commit itself', value: commit.p95, unit: 'ms', spread: commit },
        ];
        return figures;
      });
    }),
};

/** A client without a screen on the same stream: the difference is the browser's part of the delay. */
async function listenForPhotos(url: string, token: string): Promise<{ added: Record<string, number>; leave: () => void }> {
  const added: Record<string, number> = {};
  const ended = new AbortController();
  const response = await fetch(`${url}/api/v1/event/${demoEvents.live}/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ended.signal,
  });
  const read = async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const at = Date.now();
      const messages = (text + chunk).split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const id = /^event: added\ndata: .*"photo_id":"([^"]+)"/m.exec(message)?.[1];
        if (id !== undefined) added[id] ??= at;
      }
    }
  };
  read().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  return { added, leave: () => ended.abort() };
}

/** From now on the page notes each tile that comes into sight and each picture in one, when the frame that shows it has been painted. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Seen = { tiles: {}, pictures: {} };
    Object.assign(globalThis, { seen });
    const painted = (then: () => void) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', then, { once: true });
        port1.start();
        port2.postMessage(null);
      });
    const isInSight = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    const note = (moments: Record<string, number>, element: Element) => {
      const id = element.getAttribute('data-photo');
      if (id !== null && !(id in moments)) painted(() => isInSight(element) && (moments[id] ??= Date.now()));
    };
    const noteTiles = () => document.querySelectorAll('[data-photo]').forEach((element) => note(seen.tiles, element));
    new MutationObserver(noteTiles).observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-photo'] });
    const noteLoad = ({ target }: Event) => {
      const tile = target instanceof HTMLImageElement && !target.src.startsWith('data:') ? target.closest('[data-photo]') : null;
      if (tile) note(seen.pictures, tile);
    };
    document.addEventListener('load', noteLoad, true);
  });
}

async function allSeen(page: Page, ids: readonly string[]): Promise<Seen> {
  let seen: Seen = { tiles: {}, pictures: {} };
  const look = async () => {
    seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
    return ids.every((id) => id in seen.tiles && id in seen.pictures);
  };
  const missing = (moments: Record<string, number>) => ids.filter((id) => !(id in moments)).length;
  await waitUntil(
    look,
    30_000,
    () => `of ${ids.length} photos ${missing(seen.tiles)} tiles and ${missing(seen.pictures)} pictures were not seen`,
    200,
  );
  return seen;
}

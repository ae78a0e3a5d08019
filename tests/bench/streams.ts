// What two thousand open galleries cost the server while nothing happens in them: the growth of its resident memory.
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoEvents } from '#server/seed/ids.ts';
import { call, freshSignIn } from '#tests/support/api.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';
import { percentile, type Bench, type Figure } from './bench.ts';
import { residentBytes } from './machine.ts';
import { withServer } from './server.ts';
import type { Opening, ClientReport } from './stream-clients.ts';

const STREAMS = 2000;
const PEOPLE = 40;
const SESSIONS_EACH = 5;
/** Longer than two heartbeats (20 s) and the recheck of rights (30 s). */
const IDLE_S = 50;
const collector = { NODE_OPTIONS: `--require ${path.join(import.meta.dirname, 'collect-garbage.cjs')}` };

export const streams: Bench = {
  name: 'streams',
  minutes: 3,
  description: `memory of the server for ${STREAMS} gallery streams in which nothing happens`,
  run: () =>
    withServer(collector, async (server) => {
      const tokens: string[] = [];
      for (let person = 0; person < PEOPLE; person += 1) {
        const guest = await newGuest(server.url);
        tokens.push(guest.token);
        for (let session = 1; session < SESSIONS_EACH; session += 1) tokens.push((await freshSignIn(server.url, guest.email)).token);
      }
      // Logins use memory that a process does not return, and a grown process hides the memory of streams, so start with a new process.
      await server.stop();
      await server.restart();
      const opening: Opening = {
        url: server.url,
        eventId: demoEvents.live,
        tokens: Array.from({ length: STREAMS }, (_, number) => tokens[number % tokens.length]!),
      };
      const clients = fork(path.join(import.meta.dirname, 'stream-clients.ts'));
      try {
        // Warm-up, as every server has done before its two thousandth guest: show the gallery and open some streams.
        for (const token of tokens) await showGallery(server.url, token);
        await ask(clients, { ...opening, tokens: opening.tokens.slice(0, 100) });
        await ask(clients, 'close');
        await pause(5000);
        // As an operator sees it, garbage and all.
        const seen = { before: await resident(server.pid()), opening: 0, opened: 0, idle: 0 };
        seen.opening = await highestResident(server.pid(), openAll(clients, opening));
        seen.opened = await resident(server.pid());
        await pause(IDLE_S * 1000);
        seen.idle = await resident(server.pid());
        // The retained memory: the same, each time after garbage collection.
        await collectGarbage(server.pid());
        await closeAll(clients);
        const closed = await collectGarbage(server.pid());
        await openAll(clients, opening);
        await pause(IDLE_S * 200);
        const held = await collectGarbage(server.pid());
        await closeAll(clients);
        const again = await collectGarbage(server.pid());
        const figures: Figure[] = [
          { what: `more memory retained for ${STREAMS} idle streams`, value: held - closed, unit: 'MB', limit: { most: 20 } },
          { what: 'more memory seen while they open, at most', value: seen.opening - seen.before, unit: 'MB', limit: { most: 40 } },
          { what: 'more memory seen when they have opened', value: seen.opened - seen.before, unit: 'MB', limit: { most: 40 } },
          { what: `more memory seen ${IDLE_S} s later`, value: seen.idle - seen.before, unit: 'MB', limit: { most: 40 } },
          { what: 'still retained after they have closed', value: again - closed, unit: 'MB' },
          { what: 'memory of the server before', value: seen.before, unit: 'MB' },
        ];
        return figures;
      } finally {
        clients.disconnect();
      }
    }),
};

async function showGallery(url: string, token: string): Promise<void> {
  const path = `/api/v1/event/${demoEvents.live}/photos`;
  const answer = await call(url, 'GET', path, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200) throw new Error(`the gallery was answered ${answer.status}`);
}

/** In MB: the middle of some seconds. */
async function resident(pid: number): Promise<number> {
  const samples: number[] = [];
  for (let sample = 0; sample < 5; sample += 1) {
    samples.push(residentBytes(pid).now / 1e6);
    await pause(500);
  }
  return percentile(samples, 0.5);
}

/** In MB: the most that was seen until the work was done. */
async function highestResident(pid: number, work: Promise<void>): Promise<number> {
  let most = 0;
  const look = () => (most = Math.max(most, residentBytes(pid).now / 1e6));
  const looking = setInterval(look, 20);
  try {
    await work;
  } finally {
    clearInterval(looking);
  }
  look();
  return most;
}

/** Several rounds, because unused code is collected only after some of them. Returns the resident memory. */
async function collectGarbage(pid: number): Promise<number> {
  for (let round = 0; round < 12; round += 1) {
    process.kill(pid, 'SIGUSR2');
    await pause(750);
  }
  return resident(pid);
}

async function openAll(clients: ChildProcess, opening: Opening): Promise<void> {
  const said = await ask(clients, opening);
  if (!('open' in said) || said.open !== STREAMS) throw new Error(`of ${STREAMS} streams: ${JSON.stringify(said)}`);
}

/** @throws when not all were open until now */
async function closeAll(clients: ChildProcess): Promise<void> {
  const said = await ask(clients, 'close');
  if (!('closed' in said) || said.closed !== STREAMS) throw new Error(`of ${STREAMS} idle streams: ${JSON.stringify(said)}`);
}

function ask(clients: ChildProcess, message: Opening | 'close'): Promise<ClientReport> {
  return new Promise((resolve, reject) => {
    clients.once('message', (told: ClientReport) => ('failed' in told ? reject(new Error(told.failed)) : resolve(told)));
    clients.send(message);
  });
}

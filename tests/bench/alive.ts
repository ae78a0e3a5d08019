// Whether the server answers at once while fifty phones send photos of 20 MB.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoEvents } from '#server/seed/ids.ts';
import { newGuest } from '#tests/support/e2e-steps.ts';
import { spreadOf, type Bench } from './bench.ts';
import { withServer } from './server.ts';
import type { Sending, Sent } from './upload-clients.ts';

const PHONES = 10;
const UPLOADS_EACH = 5;
const BYTES = 20_000_000;
const ASK_EVERY_MS = 50;

export const alive: Bench = {
  name: 'alive',
  minutes: 2,
  description: `/healthz while ${PHONES * UPLOADS_EACH} uploads of ${BYTES / 1e6} MB arrive at once`,
  run: () =>
    withServer({}, async (server) => {
      const people = [];
      for (let phone = 0; phone < PHONES; phone += 1) people.push(await newGuest(server.url));
      const clients = fork(path.join(import.meta.dirname, 'upload-clients.ts'));
      const asks = people.map(({ id, token }) => {
        const wish: Sending = { url: server.url, eventId: demoEvents.live, account: id, token, count: UPLOADS_EACH, bytes: BYTES };
        clients.send(wish);
        return wish;
      });
      const sent: Sent[] = [];
      clients.on('message', (said: Sent) => {
        sent.push(said);
      });
      const times: number[] = [];
      const probes: Promise<void>[] = [];
      // Asked on time also while an earlier answer is awaited.
      while (sent.length < asks.length && !sent.some((said) => 'failed' in said)) {
        const started = performance.now();
        probes.push(
          fetch(`${server.url}/healthz`).then(async (answer) => {
            await answer.arrayBuffer();
            times.push(performance.now() - started);
          }),
        );
        await pause(ASK_EVERY_MS);
      }
      await Promise.all(probes);
      const failed = sent.find((said) => 'failed' in said);
      clients.disconnect();
      await once(clients, 'exit');
      if (failed) throw new Error(failed.failed);
      const spread = spreadOf(times);
      const seconds = Math.max(...sent.map((said) => ('ms' in said ? said.ms : 0))) / 1000;
      return [
        { what: '/healthz, the slowest answer', value: spread.most, unit: 'ms', limit: { most: 500 }, spread },
        { what: 'all uploads', value: seconds, unit: 's' },
      ];
    }),
};

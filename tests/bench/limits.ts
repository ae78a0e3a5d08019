// What a rate limit costs: taking from one counter, and from many, by fifty concurrent callers, beside the least that the database can be asked.
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { openDb, openPool } from '#server/db/pool.ts';
import { openRateLimitStore } from '#server/http/rate-limit-store.ts';
import { percentile, spreadOf, type Bench, type Figure } from './bench.ts';
import { withServer } from './server.ts';

const CALLERS = 50;
const CALLS = 40;
const ROUNDS = 7;
/** As many connections as requests that write have. */
const CONNECTIONS = 8;
const LIMIT = { name: 'bench', most: 1_000_000, windowMs: 60_000 };

export const limits: Bench = {
  name: 'limits',
  minutes: 1,
  description: 'what a rate limit costs: one counter and many, taken from by 50 callers at once, beside “select 1”',
  run: () =>
    withServer({}, async (server) => {
      const [address] = await server.sql<{ host: string; port: number; user: string; database: string }>(
        `select trim('"' from current_setting('unix_socket_directories')) as host, current_setting('port')::int as port, current_user::text as user,
          current_database()::text as database`,
      );
      if (!address) throw new Error('the database of this server was not found');
      const pool = openPool(address, pino({ level: 'silent' }), 'web', { name: 'bench', size: CONNECTIONS });
      try {
        const db = openDb(pool);
        const secret = randomBytes(32).toString('hex');
        const store = await openRateLimitStore({ db, secrets: { getOrCreate: async () => secret } });
        const asked: Record<string, (caller: number, call: number) => Promise<unknown>> = {
          'select 1': () => db.execute(sql`select 1`),
          'one counter': () => store.take([{ limit: LIMIT, of: 'all' }]),
          'a counter of each caller': (caller) => store.take([{ limit: LIMIT, of: `caller ${caller}` }]),
          'a new counter each time': (caller, call) =>
            store.take([{ limit: LIMIT, of: `new ${caller} ${call} ${randomBytes(4).toString('hex')}` }]),
        };
        const times = new Map(Object.keys(asked).map((what) => [what, [] as number[]]));
        // In alternation, so that what else happens on the machine hits all alike. The first round warms up.
        for (let round = 0; round <= ROUNDS; round += 1)
          for (const [what, ask] of Object.entries(asked)) {
            const took = await timesOf(ask);
            if (round > 0) times.get(what)?.push(...took);
          }
        const least = percentile(times.get('select 1') ?? [], 0.95);
        return [...times].slice(1).map(([what, took]): Figure => {
          const spread = spreadOf(took);
          const peer = { what: '“select 1” by as many', value: least };
          return { what: `p95, ${CALLERS} callers: ${what}`, value: spread.p95, unit: 'ms', limit: { times: 4 }, peer, spread };
        });
      } finally {
        await pool.end();
      }
    }),
};

async function timesOf(ask: (caller: number, call: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const calls = async (caller: number) => {
    for (let call = 0; call < CALLS; call += 1) {
      const began = performance.now();
      await ask(caller, call);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => calls(caller)));
  return times;
}

// What it costs that every process hears of every change: each NOTIFY wakes every listening connection, whichever process follows the topic.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { startCluster, type EmbeddedDatabase } from '#server/db/embedded/cluster.ts';
import { findDatabasePaths } from '#server/db/embedded/paths.ts';
import { LANE_SIZES } from '#server/db/lanes.ts';
import { eventTopic } from '#server/events/changes-repository.ts';
import { openHub } from '#server/live/hub.ts';
import { CHANNEL } from '#server/live/topics-repository.ts';
import { root } from '#tests/support/source.ts';
import { percentile, spreadOf, type Bench, type Figure } from './bench.ts';
import { ticksOf } from './cpu-share.ts';

const PROCESSES = 20;
const EVENTS = 1000;
const CHANGES_PER_SECOND = 2000;
const SECONDS = 10;
const MS_PER_TICK = 10;

interface Round {
  changesPerSecond: number;
  /** From the answered commit until the last process heard of it, in ms. */
  lags: number[];
  /** Processor time per 1,000 changes, in ms. */
  databaseMs: number;
  benchMs: number;
}

export const notify: Bench = {
  name: 'notify',
  minutes: 1,
  description: `${CHANGES_PER_SECOND} changes a second of ${EVENTS} events, which ${PROCESSES} processes hear of`,
  async run() {
    // Not in the temporary folder of the system, which can be memory: a commit waits for the disk.
    mkdirSync(path.join(root, 'test-results'), { recursive: true });
    const folder = mkdtempSync(path.join(root, 'test-results', 'notify-'));
    const cluster = await startCluster(findDatabasePaths(folder, null), () => undefined);
    try {
      const pool = new pg.Pool({ ...cluster.connection, max: LANE_SIZES.writes * 2 });
      await pool.query('create table counters (event_id uuid primary key, seq bigint not null default 0)');
      const events = Array.from({ length: EVENTS }, () => randomUUID());
      await pool.query('insert into counters (event_id) select unnest($1::uuid[])', [events]);
      const round = (processes: number) => measure(cluster, pool, events, processes);
      // The first one warms up.
      await round(0);
      const [silent, one, many] = [await round(0), await round(1), await round(PROCESSES)];
      await pool.end();
      return figures(silent, one, many);
    } finally {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function figures(silent: Round, one: Round, many: Round): Figure[] {
  const heardBy = `${PROCESSES} processes`;
  return [
    {
      what: `p95 until the last of ${heardBy} heard`,
      value: percentile(many.lags, 0.95),
      unit: 'ms',
      limit: { most: 100 },
      spread: spreadOf(many.lags),
    },
    {
      what: `changes with ${heardBy}`,
      value: many.changesPerSecond,
      unit: '/s',
      peer: { what: 'without NOTIFY', value: silent.changesPerSecond },
    },
    {
      what: 'changes with one process',
      value: one.changesPerSecond,
      unit: '/s',
      peer: { what: 'without NOTIFY', value: silent.changesPerSecond },
    },
    {
      what: `processor time of PostgreSQL per 1,000 changes, ${heardBy}`,
      value: many.databaseMs,
      unit: 'ms',
      peer: { what: 'without NOTIFY', value: silent.databaseMs },
    },
    {
      what: 'the same with one process',
      value: one.databaseMs,
      unit: 'ms',
      peer: { what: 'without NOTIFY', value: silent.databaseMs },
    },
    { what: 'processor time of a process that hears 1,000 changes', value: (many.benchMs - silent.benchMs) / PROCESSES, unit: 'ms' },
  ];
}

/** @param processes how many listen; with none, changes are written without a notification */
async function measure(cluster: EmbeddedDatabase, pool: pg.Pool, events: readonly string[], processes: number): Promise<Round> {
  const log = pino({ level: 'silent' });
  const hubs = await Promise.all(Array.from({ length: processes }, () => openHub(cluster.connection, log)));
  const committed = new Map<string, number>();
  const heard = new Map<string, { times: number; at: number }>();
  for (const hub of hubs)
    for (const event of events)
      hub.subscribe(eventTopic(event), (seq) => {
        const key = `${event} ${seq}`;
        heard.set(key, { times: (heard.get(key)?.times ?? 0) + 1, at: performance.now() });
      });

  const change = 'update counters set seq = seq + 1 where event_id = $1 returning seq';
  const told = `with changed as (${change}) select seq, pg_notify('${CHANNEL}', $2 || ' ' || seq || ' ') from changed`;
  const [before, started, own] = [ticksOf(cluster.pid()), performance.now(), process.cpuUsage()];
  const end = started + SECONDS * 1000;
  let next = 0;
  const write = async () => {
    for (;;) {
      const due = started + (next / CHANGES_PER_SECOND) * 1000;
      const event = events[next % events.length]!;
      next += 1;
      if (due >= end || performance.now() >= end) return;
      if (due > performance.now()) await pause(due - performance.now());
      const { rows } =
        processes === 0 ? await pool.query<{ seq: string }>(change, [event]) : await pool.query(told, [event, eventTopic(event)]);
      committed.set(`${event} ${rows[0]?.seq}`, performance.now());
    }
  };
  await Promise.all(Array.from({ length: LANE_SIZES.writes * 2 }, write));
  const seconds = (performance.now() - started) / 1000;
  const used = process.cpuUsage(own);
  const databaseMs = (ticksOf(cluster.pid()) - before) * MS_PER_TICK;
  if (processes > 0) await pause(1000);
  await Promise.all(hubs.map((hub) => hub.close()));

  const lags = [...committed].flatMap(([key, at]) => {
    const last = heard.get(key);
    if (processes > 0 && last?.times !== processes) throw new Error(`of ${processes} processes ${last?.times ?? 0} heard of a change`);
    return last ? [Math.max(0, last.at - at)] : [];
  });
  const thousands = committed.size / 1000;
  return {
    changesPerSecond: committed.size / seconds,
    lags,
    databaseMs: databaseMs / thousands,
    benchMs: (used.user + used.system) / 1000 / thousands,
  };
}

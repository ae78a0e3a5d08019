// Measures the health of each part. Nothing is tried that costs money or reaches people: email, push and providers are judged by their latest work.
import type { components } from '#openapi/api.ts';
import type { healthSamples } from '#server/db/schema/platform.ts';
import type { Queryable } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import {
  countRecentErrors,
  countRecentGenerations,
  countRecentPushes,
  HEALTH_PARTS,
  probeDatabase,
  readJobQueue,
  readMailBacklog,
} from '#server/platform/health-repository.ts';
import { measureDisk } from '#server/storage/disk-space.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { withTimeout } from '#server/with-timeout.ts';

type State = components['schemas']['HealthState'];
type Measured = Omit<typeof healthSamples.$inferInsert, 'part' | 'at'>;

/** A part that does not answer in this time is down. */
const PROBE_TIMEOUT_MS = 10_000;
const SLOW_DATABASE_MS = 250;
const SLOW_STORAGE_MS = 2_000;
/** Percent of the disk: little is left, and next to nothing. */
const DISK_DEGRADED_PERCENT = 90;
const DISK_DOWN_PERCENT = 98;
/** For how long what could run has waited. */
const JOBS_DEGRADED_S = 5 * 60;
const JOBS_DOWN_S = 30 * 60;
const MAIL_DEGRADED_S = 15 * 60;
const MAIL_DOWN_S = 2 * 3600;

/** Good below the first bound, degraded from it on, down from the second on. */
const graded = (value: number, degraded: number, down: number): State => (value >= down ? 'down' : value >= degraded ? 'degraded' : 'good');

/** As many failed as succeeded, or more: it works for few. All of several: for none. */
const byFailures = (succeeded: number, failed: number): State =>
  failed === 0 || failed < succeeded ? 'good' : succeeded === 0 && failed > 2 ? 'down' : 'degraded';

/** Milliseconds since any moment. */
type Clock = () => number;

async function timed(clock: Clock, run: () => Promise<unknown>): Promise<number> {
  const started = clock();
  await run();
  return Math.round(clock() - started);
}

/** Server errors since the last round, each time one happened. */
async function web(db: Queryable): Promise<Measured> {
  const errors = await countRecentErrors(db);
  return { state: errors === 0 ? 'good' : 'degraded', figure: errors };
}

async function database(db: Queryable, clock: Clock): Promise<Measured> {
  const latencyMs = await timed(clock, () => probeDatabase(db));
  return { state: latencyMs < SLOW_DATABASE_MS ? 'good' : 'degraded', latencyMs };
}

/** Something is written, read and removed where photos lie. */
async function storage({ storage: files, config }: Pick<Deps, 'storage' | 'config'>, clock: Clock): Promise<Measured> {
  const { free, total } = await measureDisk(config.dataDir);
  const figure = total === 0 ? 0 : Math.round(((total - free) / total) * 100);
  try {
    const latencyMs = await timed(clock, () => withTimeout(PROBE_TIMEOUT_MS, writeAndRead(files)));
    const state = graded(figure, DISK_DEGRADED_PERCENT, DISK_DOWN_PERCENT);
    return { state: state === 'good' && latencyMs >= SLOW_STORAGE_MS ? 'degraded' : state, latencyMs, figure };
  } catch {
    return { state: 'down', figure };
  }
}

async function writeAndRead(files: Deps['storage']): Promise<void> {
  const key = storageKeys.healthProbe;
  await files.put(key, Buffer.from('written to see that it can be'));
  const found = await files.get(key);
  if (!found) throw new Error('the written probe is missing');
  await found.stream.toArray();
  await files.delete(key);
}

async function jobs(db: Queryable): Promise<Measured> {
  const { oldestSeconds } = await readJobQueue(db);
  return { state: graded(oldestSeconds, JOBS_DEGRADED_S, JOBS_DOWN_S), figure: oldestSeconds };
}

async function mail(db: Queryable, config: Deps['config']): Promise<Measured> {
  const { waiting, age } = await readMailBacklog(db);
  return { state: config.mail.smtp === null ? 'off' : graded(age, MAIL_DEGRADED_S, MAIL_DOWN_S), figure: waiting };
}

/** A device that is gone is no failure. */
async function push(db: Queryable): Promise<Measured> {
  const { sent, failed } = await countRecentPushes(db);
  return { state: byFailures(sent, failed), figure: failed };
}

async function providers(db: Queryable): Promise<Measured> {
  const { made, failed } = await countRecentGenerations(db);
  return { state: byFailures(made, failed), figure: failed };
}

/** @throws errors of the database: then nothing is measured, and missing samples count as not good */
export async function measureHealth(
  deps: Pick<Deps, 'db' | 'storage' | 'config'>,
  at: Date,
  clock: Clock = () => performance.now(),
): Promise<(typeof healthSamples.$inferInsert)[]> {
  const { db, config } = deps;
  const [ofWeb, ofDatabase, ofStorage, ofJobs, ofMail, ofPush, ofProviders] = await Promise.all([
    web(db),
    database(db, clock),
    storage(deps, clock),
    jobs(db),
    mail(db, config),
    push(db),
    providers(db),
  ]);
  const measured = {
    web: ofWeb,
    database: ofDatabase,
    storage: ofStorage,
    jobs: ofJobs,
    mail: ofMail,
    push: ofPush,
    providers: ofProviders,
  };
  return HEALTH_PARTS.map((part) => ({ part, at, ...measured[part] }));
}

// The repository of the job queue (tables of graphile-worker).
import { sql, type SQL } from 'drizzle-orm';
import type pg from 'pg';
import type { Logger } from 'pino';
import { LOCK_SPACES } from '#server/db/advisory-locks.ts';
import type { Queryable } from '#server/db/types.ts';
import type { JobName, JobOptions, Jobs } from '#server/jobs/jobs.ts';
import { carriedCause } from '#server/telemetry/work-context.ts';

/** With graphile-worker's waiting (it doubles from job to job as e^attempts seconds) the last try comes about a day after the first. */
const MAX_ATTEMPTS = 12;
/** Priorities are small numbers in the database. */
const LAST_RANK = 32_767;

export const jobs: Jobs = {
  add: (tx, name, payload, options) => addEach(tx, name, [payload], options),
  addAll: (tx, name, payloads, options) => addEach(tx, name, payloads, options),
  sql: (name, payload, options) => addJob(name, sql`${JSON.stringify(withCause(payload))}::json`, options),
  sqlOf(name, payload, options) {
    const members = Object.entries<SQL>(payload).map(([member, value]) => sql`${member}::text, ${value}`);
    const cause = carriedCause();
    if (cause) members.push(sql`${CAUSE}::text, ${JSON.stringify(cause)}::json`);
    return addJob(name, sql`json_build_object(${sql.join(members, sql`, `)})`, options);
  },
};

/** The member of a payload that says which request added the job. Handlers don't see it. */
export const CAUSE = '_cause';

function withCause(payload: object): object {
  const cause = carriedCause();
  return cause ? { ...payload, [CAUSE]: cause } : payload;
}

async function addEach(tx: Queryable, name: JobName, payloads: readonly object[], options: JobOptions = {}): Promise<void> {
  if (payloads.length === 0) return;
  await tx.execute(sql`select from json_array_elements(${JSON.stringify(payloads.map(withCause))}::json) as given(payload),
    ${addJob(name, sql`given.payload`, options)}`);
}

const addJob = (name: JobName, payload: SQL, { key, runAt, owner, rank = 0 }: JobOptions = {}): SQL =>
  sql`graphile_worker.add_job(${name}, payload => ${payload},
    run_at => ${runAt?.toISOString() ?? null}::timestamptz, job_key => ${key ?? null}, max_attempts => ${MAX_ATTEMPTS},
    priority => least(${rank}::int, ${LAST_RANK}), flags => ${owner === undefined ? null : sql`array[${owner}]::text[]`})`;

/** Unlocks the jobs of dead workers. */
export async function unlockDeadWorkers(pool: pg.Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<{ dead: string[] | null }>(
    `with busy as (
       select locked_by from graphile_worker._private_jobs where locked_by is not null
       union select locked_by from graphile_worker._private_job_queues where locked_by is not null)
     select array_agg(locked_by) as dead from busy
     where not exists (select from pg_locks where locktype = 'advisory' and classid = $1::oid
       and objid::bigint = (hashtext(busy.locked_by)::bigint & 4294967295)
       and database = (select oid from pg_database where datname = current_database()))`,
    [LOCK_SPACES.workers],
  );
  const dead = rows[0]?.dead ?? [];
  if (dead.length === 0) return;
  log.warn({ workers: dead }, 'taking back the jobs of workers that died');
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
}

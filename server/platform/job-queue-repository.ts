// The repository of the queue of jobs, which graphile-worker keeps.
import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/types.ts';

export interface JobQueue {
  /** That could run now. */
  waiting: number;
  /** Given up after all of their tries. */
  failed: number;
  /** Since when the first of those that wait could have run; null: none waits. */
  oldest: Date | null;
  /** For how many seconds, by the database's clock. */
  oldestSeconds: number;
}

export async function readJobQueue(db: Queryable): Promise<JobQueue> {
  const { rows } = await db.execute<{ waiting: string; failed: string; oldest: Date | null; seconds: string | null }>(sql`
    select count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as waiting,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
      min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now()) as oldest,
      extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now())) as seconds
    from graphile_worker.jobs`);
  const row = rows[0];
  return {
    waiting: Number(row?.waiting ?? 0),
    failed: Number(row?.failed ?? 0),
    oldest: row?.oldest ? new Date(row.oldest) : null,
    oldestSeconds: Math.max(0, Math.round(Number(row?.seconds ?? 0))),
  };
}

/** Those that nobody tries again. */
export async function deleteFailedJobs(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`select from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${before.toISOString()}))`);
}

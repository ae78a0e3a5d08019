// Retention of the audit log, and the check that removals are legitimate: each removal and each change of the retention has an entry.
import { and, asc, desc, eq, inArray, isNotNull, lte, max, sql } from 'drizzle-orm';
import { afterEnd, findLastBlock, upTo } from '#server/audit/audit-repository.ts';
import { audit } from '#server/audit/audit.ts';
import { MIN_RETENTION_DAYS } from '#server/config.ts';
import { LOCKS } from '#server/db/advisory-locks.ts';
import { auditBlocks, auditLog } from '#server/db/schema/platform.ts';
import type { Queryable, Tx } from '#server/db/types.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Times in entries are rounded. */
const SLACK_MS = 1000;

/**
 * Deletes entries older than a number of days: whole blocks, whose hashes stay so that the chain remains valid, and unsealed entries. Records the
 * retention if the log does not have it yet.
 * @returns the number of deleted entries
 * @throws {RangeError} for fewer days than the minimum
 */
export async function pruneAuditLog(db: Queryable, days: number): Promise<number> {
  if (!isPossible(days)) throw new RangeError(`The audit log has a minimum retention of ${MIN_RETENTION_DAYS} days, not ${days}.`);
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('audit.forgetting', 'on', true), pg_advisory_xact_lock(${LOCKS.auditSeal})`);
    const before = await daysAgo(tx, days);
    const last = await findLastBlock(tx);
    const [old] = await tx
      .select({ number: max(auditBlocks.number) })
      .from(auditBlocks)
      .where(lte(auditBlocks.lastAt, before));
    const [end] = old?.number == null ? [] : await tx.select().from(auditBlocks).where(eq(auditBlocks.number, old.number));
    const until = before.toISOString();
    const isForgotten = sql`(${end ? upTo(end) : sql`false`}
      or ${auditLog.at} < ${until} and ${afterEnd(last) ?? sql`true`})`;
    const { rowCount } = await tx.delete(auditLog).where(and(sql`${auditLog.at} <= ${until}`, isForgotten));
    const emptied = end
      ? await tx
          .update(auditBlocks)
          .set({ list: null, forgottenAt: new Date() })
          .where(and(lte(auditBlocks.number, end.number), isNotNull(auditBlocks.list)))
      : null;
    await tx.execute(sql`select set_config('audit.forgetting', '', true)`);
    await recordRetention(tx, days);
    const entries = rowCount ?? 0;
    if (entries > 0 || (emptied?.rowCount ?? 0) > 0)
      await audit(tx, { action: 'log.forget', subjectType: 'log', detail: { entries, before: until, days } });
    return entries;
  });
}

const isPossible = (days: number) => Number.isFinite(days) && days >= MIN_RETENTION_DAYS;

/** By the clock that entries are written by. */
async function daysAgo(tx: Tx, days: number): Promise<Date> {
  const { rows } = await tx.execute<{ now: string }>(sql`select extract(epoch from now()) * 1000 as now`);
  return new Date(Number(rows[0]?.now) - days * DAY_MS);
}

/** A retention set in the app has an entry already; one from the environment does not. */
async function recordRetention(tx: Tx, days: number): Promise<void> {
  const [latest] = await tx
    .select({ action: auditLog.action, detail: auditLog.detail })
    .from(auditLog)
    .where(inArray(auditLog.action, ['log.change_retention', 'log.forget']))
    .orderBy(desc(auditLog.id))
    .limit(1);
  const from = latest ? daysOf(latest) : null;
  if (from !== days) await audit(tx, { action: 'log.change_retention', subjectType: 'log', detail: { from, to: days } });
}

function daysOf({ action, detail }: Pick<typeof auditLog.$inferSelect, 'action' | 'detail'>): number | null {
  const days = action === 'log.forget' ? detail?.days : detail?.to;
  return typeof days === 'number' ? days : null;
}

/**
 * Until when blocks were pruned legitimately: the latest time of a removal that matches the retention recorded before it.
 * @returns null: never
 */
export async function findPrunedUntil(db: Queryable): Promise<Date | null> {
  // Independent of the recorded time of the entry.
  const latest = Date.now() - MIN_RETENTION_DAYS * DAY_MS + SLACK_MS;
  const told = await db
    .select({ action: auditLog.action, at: auditLog.at, detail: auditLog.detail })
    .from(auditLog)
    .where(inArray(auditLog.action, ['log.change_retention', 'log.forget']))
    .orderBy(asc(auditLog.id));
  let inForce: number | null = null;
  let until: number | null = null;
  for (const entry of told) {
    const days = daysOf(entry);
    // A forged entry: no such short retention can be set.
    if (days !== null && !isPossible(days)) continue;
    if (entry.action === 'log.forget' && days !== null && (inForce === null || inForce === days)) {
      const before = Date.parse(String(entry.detail?.before));
      if (before <= Math.min(latest, entry.at.getTime() - days * DAY_MS + SLACK_MS)) until = Math.max(until ?? before, before);
    } else if (entry.action === 'log.forget') continue;
    inForce = days ?? inForce;
  }
  return until === null ? null : new Date(until);
}

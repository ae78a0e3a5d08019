// What strangers may cause as often as they like, such as refusals, in the audit trail: the first of a kind within a minute is a row, and those
// that follow are counted in it, a few writes a minute however many they are.
import { eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import { auditLog } from '#server/db/schema/platform.ts';
import type { Db } from '#server/db/types.ts';

export interface Repeats {
  /** Resolves when a first one is written. Never rejects: what was refused stays refused, whatever becomes of its entry. */
  note(kind: string, entry: AuditEntry): Promise<void>;
  /** Writes what was counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Row {
  id: Promise<number | null>;
  until: number;
  more: number;
  lastAt: Date;
}

const WINDOW_MS = 60_000;
const FLUSH_MS = 10_000;
/** Kinds within one window; what is beyond is counted together. */
const MOST_KINDS = 1000;

export function openRepeats(db: Db, log: Pick<Logger, 'error'>, now: () => number = Date.now): Repeats {
  const rows = new Map<string, Row>();
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  async function write(kind: string, entry: AuditEntry): Promise<number | null> {
    try {
      return await audit(db, entry);
    } catch (error) {
      log.error({ err: error }, 'an entry could not be written to the audit trail');
      rows.delete(kind);
      return null;
    }
  }

  async function flush(): Promise<void> {
    for (const [kind, row] of rows) {
      const { more, lastAt } = row;
      row.more = 0;
      if (now() >= row.until) rows.delete(kind);
      if (more === 0) continue;
      const id = await row.id;
      if (id === null) continue;
      try {
        await db
          .update(auditLog)
          .set({ count: sql`${auditLog.count} + ${more}`, lastAt })
          .where(eq(auditLog.id, id));
      } catch (error) {
        row.more += more;
        log.error({ err: error }, 'repeated entries could not be counted in the audit trail');
      }
    }
  }

  async function note(kind: string, entry: AuditEntry): Promise<void> {
    const row = rows.get(kind);
    if (row && now() < row.until) {
      row.more += 1;
      row.lastAt = new Date(now());
      return;
    }
    if (row) await flush();
    if (rows.size >= MOST_KINDS && kind !== '') {
      const { action, subjectType, outcome } = entry;
      return note('', { action, subjectType, ...(outcome && { outcome }), detail: { code: 'many_kinds' } });
    }
    const id = write(kind, entry);
    rows.set(kind, { id, until: now() + WINDOW_MS, more: 0, lastAt: new Date(now()) });
    await id;
  }

  return {
    note,
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

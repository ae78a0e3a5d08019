// What anybody may cause as often as they like, such as refusals and errors, in the audit trail: the first of a kind within a minute is a row, and those
// that follow are counted in it, a few writes a minute however many they are.
import type { Logger } from 'pino';
import { audit, countInEntry, type AuditEntry } from '#server/audit/audit.ts';
import type { Db } from '#server/db/types.ts';

export interface Repeats {
  /** Resolves when a first one is written. Never rejects: what it tells of is answered as it is, whatever becomes of its entry. */
  note(kind: string, entry: AuditEntry): Promise<void>;
  /** Writes what was counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Row {
  entry: AuditEntry;
  /** Null while it could not be written. */
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

  async function write(entry: AuditEntry): Promise<number | null> {
    try {
      return await audit(db, entry);
    } catch (error) {
      log.error({ err: error }, 'an entry could not be written to the audit trail');
      return null;
    }
  }

  // One after the other: who closes waits for what is being written, too.
  let flushed = Promise.resolve();
  const flush = (): Promise<void> => (flushed = flushed.then(writeCounts));

  async function writeCounts(): Promise<void> {
    for (const [kind, row] of rows) {
      const { more, lastAt } = row;
      row.more = 0;
      if (now() >= row.until) rows.delete(kind);
      // What failed is tried once more each time, not with each that follows: a database in trouble is left in peace.
      row.id = row.id.then((id) => id ?? write(row.entry));
      const id = await row.id;
      if (id === null) row.more += more;
      if (id === null || more === 0) continue;
      try {
        if (await countInEntry(db, id, more, lastAt)) continue;
        // The entry is sealed by now: those that came since have one of their own.
        const next = await audit(db, { ...row.entry, count: more });
        row.id = Promise.resolve(next);
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
    const id = write(entry);
    rows.set(kind, { entry, id, until: now() + WINDOW_MS, more: 0, lastAt: new Date(now()) });
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

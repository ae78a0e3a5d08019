// What anybody may cause as often as they like, such as refusals and errors, in the audit trail: the first of a kind within a minute is a row, and those
// that follow are counted in it, a few writes a minute however many they are.
import type { Logger } from 'pino';
import { incrementEntryCount } from '#server/audit/audit-repository.ts';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import type { Db } from '#server/db/types.ts';
import { addressKey } from '#server/http/network-address.ts';

export interface AuditAggregator {
  /** Resolves when a first one is written. Never rejects: what it tells of is answered as it is, whatever becomes of its entry. */
  record(kind: string, entry: AuditEntry): Promise<void>;
  /** Writes what was counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Row {
  entry: AuditEntry;
  /** Whose budget it takes a place of. */
  group: string;
  /** Null while it could not be written. */
  id: Promise<number | null>;
  until: number;
  more: number;
  lastAt: Date;
}

const WINDOW_MS = 60_000;
const FLUSH_MS = 10_000;
/** Kinds within one window, of each group; what is beyond is counted by the network address it comes from, and beyond that together. */
const MAX_KINDS = 1000;

interface Place {
  kind: string;
  group: string;
  entry: AuditEntry;
}

/**
 * Where an entry may be counted, the most exact place first. Strangers can make up any number of kinds: each action has a limit of its own, and
 * entries of no account (such as logins with unknown addresses) have another than those of people.
 */
function placesOf(kind: string, entry: AuditEntry): [Place, ...Place[]] {
  const { action, subjectType, outcome, request, detail } = entry;
  const many = { code: 'many_kinds' };
  const fromThere: Place[] = request
    ? [
        {
          kind: `\0${action} ${addressKey(request.ip)}`,
          group: `${action} by network address`,
          // Of the first of them it tells whom it was about.
          entry: { ...entry, detail: { ...detail, ...many } },
        },
      ]
    : [];
  return [
    { kind, group: `${action} ${entry.actorId ? 'of people' : 'of nobody'}`, entry },
    ...fromThere,
    { kind: `\0${action}`, group: '', entry: { action, subjectType, ...(outcome && { outcome }), detail: many } },
  ];
}

export function createAuditAggregator(db: Db, log: Pick<Logger, 'error'>, now: () => number = Date.now): AuditAggregator {
  const rows = new Map<string, Row>();
  /** How many rows each group has. */
  const sizes = new Map<string, number>();
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  function remove(kind: string, { group }: Row): void {
    rows.delete(kind);
    const left = (sizes.get(group) ?? 0) - 1;
    if (left > 0) sizes.set(group, left);
    else sizes.delete(group);
  }

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
      if (now() >= row.until) remove(kind, row);
      // What failed is tried once more each time, not with each that follows: a database in trouble is left in peace.
      row.id = row.id.then((id) => id ?? write(row.entry));
      const id = await row.id;
      if (id === null) row.more += more;
      if (id === null || more === 0) continue;
      try {
        if (await incrementEntryCount(db, id, more, lastAt)) continue;
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
    const places = placesOf(kind, entry);
    const ofLast = ({ kind: one }: Place) => rows.get(one);
    const isOver = (row: Row | undefined) => row !== undefined && now() >= row.until;
    if (places.some((place) => isOver(ofLast(place)))) await flush();
    const hasRoom = ({ group }: Place) => group === '' || (sizes.get(group) ?? 0) < MAX_KINDS;
    const place = places.find((one) => ofLast(one) !== undefined || hasRoom(one)) ?? places[0];
    const row = ofLast(place);
    if (row) {
      row.more += 1;
      row.lastAt = new Date(now());
      return;
    }
    const id = write(place.entry);
    rows.set(place.kind, { entry: place.entry, group: place.group, id, until: now() + WINDOW_MS, more: 0, lastAt: new Date(now()) });
    sizes.set(place.group, (sizes.get(place.group) ?? 0) + 1);
    await id;
  }

  return {
    record: note,
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

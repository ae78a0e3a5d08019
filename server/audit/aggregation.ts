// Aggregation of audit entries that anyone can cause as often as they like, such as refusals and errors. The first of a kind within a minute is
// written as an entry, and repetitions are counted in it, with a few writes per minute.
import type { Logger } from 'pino';
import { incrementEntryCount } from '#server/audit/audit-repository.ts';
import { audit, type AuditEntry } from '#server/audit/audit.ts';
import type { Db } from '#server/db/types.ts';
import { addressKey } from '#server/http/network-address.ts';

export interface AuditAggregator {
  /** Resolves once the first entry of its kind is written. Never rejects: the request is answered even if its entry cannot be written. */
  record(kind: string, entry: AuditEntry): Promise<void>;
  /** Writes the counts. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Row {
  entry: AuditEntry;
  /** The group whose limit it counts towards. */
  group: string;
  /** Null while it could not be written. */
  id: Promise<number | null>;
  until: number;
  more: number;
  lastAt: Date;
}

const WINDOW_MS = 60_000;
const FLUSH_MS = 10_000;
/** Kinds per window and group. Further ones are counted by network address, and beyond that together. */
const MAX_KINDS = 1000;

interface Place {
  kind: string;
  group: string;
  entry: AuditEntry;
}

/**
 * Where an entry may be counted, most specific first. Strangers can invent any number of kinds, so each action has its own limit, and entries without
 * an account (such as logins with unknown addresses) have a separate one.
 */
function placesOf(kind: string, entry: AuditEntry): [Place, ...Place[]] {
  const { action, subjectType, outcome, request, detail } = entry;
  const many = { code: 'many_kinds' };
  const fromThere: Place[] = request
    ? [
        {
          kind: `\0${action} ${addressKey(request.ip)}`,
          group: `${action} by network address`,
          // The detail of the first entry names its subject.
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

  // Sequential, so that `close` also waits for a flush in progress.
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
        // The entry is sealed: later repetitions get their own entry.
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

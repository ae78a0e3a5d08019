// Reports to the organization what waits on this device, so that it notices phones that died with photos. The report follows
// what the app does anyway (the end of a run, a change of the queue, the page being shown or hidden), at most once a minute and event, and only if
// something has changed or photos wait. Only a page on the screen has a timer. Guests' devices don't report.
import type { components } from '#openapi/api.ts';
import { appVersion } from '#src/lib/app-version.ts';
import { withLock } from '#src/lib/bfcache.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { diskState, isQuotaError } from '#src/lib/disk.ts';
import { uuid7Time } from '#src/lib/uuid7.ts';
import { api } from '#src/transport/client.ts';
import { ApiError, NetworkError, unwrap } from '#src/transport/problem.ts';
import { isReachable } from '#src/transport/reachability.ts';
import { deviceId, withDb, write } from './db.ts';
import { deliveringAccount } from './drain.ts';
import { type LastReport, noticeOf, parseReport, reportKey } from './earlier-devices.ts';
import { publish } from './messages.ts';
import { readMetaByPrefix, storageReport } from './queue-management.ts';
import { countsFor, findLastPhoto, listPendingPhotos } from './queue.ts';
import { goneKey, readGone } from './receipts.ts';
import { isImport, type PhotoRecord } from './record.ts';

type Schemas = components['schemas'];

const MIN_INTERVAL_MS = 60_000;
/** While photos wait and nothing changes. The delivery board calls a device silent after two minutes, and urgent after ten. */
const KEEPALIVE_MS = 90_000;
/** Where the server didn't list this device, while its person has the event open. */
const ASK_AGAIN_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Less available space is reported as low. */
const LOW_BYTES = 200 * 1024 * 1024;
const MAX_REASONS = 20;
const MAX_NAMED = 100;
const MAX_NAME = 100;

/** Between characters, and without unpaired surrogates, which the server refuses. */
const cut = (name: string): string => new TextDecoder().decode(new TextEncoder().encode(Array.from(name).slice(0, MAX_NAME).join('')));

/** In server time. The time in a file may be nonsense. */
const capturedAt = ({ source, takenAt, clockOffset }: PhotoRecord): number =>
  Math.min(Math.max(0, takenAt + (isImport(source) ? 0 : (clockOffset ?? 0))), Date.UTC(9999, 0));

/** Events whose last report got no answer. It may arrive after the next one, which is therefore repeated. */
const unanswered = new Set<string>();

/**
 * Reports every event whose numbers are due.
 * @param openEvent the event on the screen, if the person is of its staff: a device that is new at it reports once
 * @returns milliseconds until the next report is due: of a change that came too soon, or while photos wait; null if there is none
 */
export async function reportDevice(openEvent: string | null = null): Promise<number | null> {
  if (isReachable() === false) return null;
  const account = await deliveringAccount();
  if (account === null) return null;
  return withLock('outbox-report', () => reportEvents(account, openEvent));
}

async function reportEvents(account: string, openEvent: string | null): Promise<number | null> {
  // A database that no page has checked may lack photos.
  if ((await withDb((db) => db.get('meta', 'generation'))) === undefined) return null;
  let due: number | null = null;
  const dueIn = (ms: number) => {
    due = Math.min(due ?? Infinity, ms);
  };
  const pending = await listPendingPhotos(account);
  const last = new Map((await readMetaByPrefix(reportKey(account, ''))).map(([eventId, stored]) => [eventId, parseReport(stored)]));
  const events = new Set([...pending.map(({ eventId }) => eventId), ...(await receiptEvents(account)), ...last.keys()]);
  if (openEvent !== null) events.add(openEvent);
  for (const eventId of events) {
    const before = last.get(eventId) ?? null;
    const sinceMs = before ? Math.abs(Date.now() - before.at) : Infinity;
    const isOpen = eventId === openEvent;
    // A guest who opens it as its staff has become one.
    if (before && !before.isListed && sinceMs < (isOpen ? ASK_AGAIN_MS : DAY_MS)) continue;
    const known = before?.isListed ? before : null;
    const waiting = pending.filter((photo) => photo.eventId === eventId);
    const newest = (await findLastPhoto(account, eventId))?.id ?? null;
    const isInDoubt = before?.isInDoubt === true || unanswered.has(reportKey(account, eventId));
    if (waiting.length === 0 && !isInDoubt && !mayHaveChanged(known, newest, isOpen)) continue;
    const report = await readReport(account, eventId, waiting);
    if (!report) return null;
    const numbers = JSON.stringify(report);
    if (numbers === known?.numbers && !isInDoubt && (report.waiting === 0 || sinceMs < KEEPALIVE_MS)) {
      if (report.waiting > 0) dueIn(KEEPALIVE_MS - sinceMs);
    } else if (sinceMs < MIN_INTERVAL_MS) dueIn(MIN_INTERVAL_MS - sinceMs);
    else if (!(await send(account, eventId, report, { before, newest, numbers }))) return null;
    else if (unanswered.delete(reportKey(account, eventId))) dueIn(MIN_INTERVAL_MS);
    else if (report.waiting > 0) dueIn(KEEPALIVE_MS);
  }
  return due;
}

/** Of an event on this device without waiting photos. Events of the past that were never reported are left alone. */
function mayHaveChanged(before: LastReport | null, newest: string | null, isOpen: boolean): boolean {
  if (before) return before.waiting > 0 || before.newest !== newest;
  return isOpen || (newest !== null && Date.now() - uuid7Time(newest) < DAY_MS);
}

/** The events of which this device has receipts. */
async function receiptEvents(account: string): Promise<string[]> {
  const ofAccount = IDBKeyRange.bound([account, ''], [account, '\uffff']);
  return withDb(async (db) => {
    const found: string[] = [];
    let cursor = await db.transaction('receipts').store.index('event').openKeyCursor(ofAccount, 'nextunique');
    for (; cursor; cursor = await cursor.continue()) found.push(cursor.key[1]);
    return found;
  });
}

/** Null if the database was recreated and its counts are not known yet. */
async function readReport(account: string, eventId: string, waiting: readonly PhotoRecord[]): Promise<Schemas['DeviceReport'] | null> {
  // Read first: photos that are taken meanwhile count as later ones, whose arrival doesn't reduce these numbers.
  const seq = await withDb((db) => db.get('meta', 'seq'));
  const counts = await countsFor(account, eventId);
  if (counts.unchecked) return null;
  const gone = readGone(await withDb((db) => db.get('meta', goneKey(account, eventId))));
  const reasons = new Map<string, number>();
  for (const { state, lastError } of waiting)
    if (state === 'parked' && lastError) reasons.set(lastError.code, (reasons.get(lastError.code) ?? 0) + 1);
  const { usage, quota } = await storageReport();
  return {
    device_id: await deviceId(),
    kind: deviceLabel,
    app_version: appVersion,
    captured: counts.shot + gone.length,
    imported: counts.imported,
    waiting: waiting.length,
    waiting_photos: waiting.slice(0, MAX_NAMED).map((photo) => ({
      sha256: photo.sha256,
      file_name: photo.fileName === null ? null : cut(photo.fileName),
      taken_at: new Date(capturedAt(photo)).toISOString(),
    })),
    waiting_bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
    attention: [...reasons].slice(0, MAX_REASONS).map(([reason, count]) => ({ reason, count })),
    lost: counts.lost,
    lost_ids: gone,
    last_seq: Number(seq ?? 0),
    is_storage_low: diskState() !== 'fine' || (usage !== null && quota !== null && quota - usage < LOW_BYTES),
  };
}

/** @returns false if the server did not answer, or not now */
async function send(
  account: string,
  eventId: string,
  report: Schemas['DeviceReport'],
  { before, newest, numbers }: Pick<LastReport, 'newest' | 'numbers'> & { before: LastReport | null },
): Promise<boolean> {
  const key = reportKey(account, eventId);
  const made = {
    at: Date.now(),
    numbers,
    waiting: report.waiting,
    newest,
    ...(unanswered.has(key) && { isInDoubt: true as const }),
    ...(before?.dismissed !== undefined && { dismissed: before.dismissed }),
  };
  try {
    const params = { path: { id: eventId }, header: { 'X-Account': account } };
    const answer = unwrap(await api.POST('/api/v1/event/{id}/devices', { params, body: report }));
    if (!Array.isArray(answer?.earlier)) throw new NetworkError('portal');
    await save(account, eventId, { ...made, isListed: answer.is_listed, earlier: answer.earlier });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.fromServer && [403, 404, 410, 422].includes(error.status)) {
      await save(account, eventId, { ...made, isListed: false, earlier: [] });
      return true;
    }
    if (!(error instanceof NetworkError || error instanceof ApiError)) throw error;
    unanswered.add(key);
    return false;
  }
}

async function save(account: string, eventId: string, report: LastReport): Promise<void> {
  const key = reportKey(account, eventId);
  const changed = await write(['meta'], async (tx) => {
    const before = parseReport(await tx.objectStore('meta').get(key));
    await tx.objectStore('meta').put(JSON.stringify(report), key);
    return noticeOf(before?.earlier ?? []) !== noticeOf(report.earlier);
  }).catch((error: unknown) => {
    // On a full disk the next change reports again.
    if (isQuotaError(error)) return false;
    throw error;
  });
  if (changed) publish({ type: 'changed', photoIds: [] });
}

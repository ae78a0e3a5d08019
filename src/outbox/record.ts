// What the outbox holds. Records are plain and versioned: a page and a worker of different releases read the same store, and a queue
// written by an earlier release must drain (docs/outbox.md, Storing 6).
// When a photo was taken, in the server's time. The wall clock may be wrong, and may be set between two shots of one burst; the steady clock
// beside it may not, and says when each was taken as soon as one answer of the server tells its time. This device's clock says nothing of
// imported photos: what their files say is not corrected by it.
import type { components } from '#openapi/api.ts';
import type { MonotonicTime } from '#src/lib/monotonic-clock.ts';
import { uuid7Time } from '#src/lib/uuid7.ts';
import { clockOffset, serverTimeOf } from '#src/transport/fetch.ts';

type Taken = Pick<PhotoRecord, 'takenAt' | 'moment' | 'source'>;

export function offsetBySteadyClock({ takenAt, moment }: Omit<Taken, 'source'>): number | null {
  const at = moment && serverTimeOf(moment);
  return at === null ? null : Math.round(at - takenAt);
}

/** Server time minus device time of a shot just taken; null when not known yet. */
export const offsetAtCapture = async (shot: Taken): Promise<number | null> =>
  shot.source === 'import' ? 0 : (offsetBySteadyClock(shot) ?? (await clockOffset()));

/** The moment to tell the server. */
export async function serverTakenAt(record: PhotoRecord): Promise<Date> {
  if (record.source === 'import') return new Date(record.takenAt);
  const offset = offsetBySteadyClock(record) ?? record.clockOffset ?? (await clockOffset()) ?? 0;
  return new Date(record.takenAt + offset);
}

const DAY = 24 * 3_600_000;
/** As the server has them (`resolveTakenAt`): how far ahead of its arrival a photo may say it was taken, and how long before its event. */
const AHEAD_MS = DAY;
const BEFORE_EVENT_MS = 90 * DAY;

/** When a photo that waits here was taken, as the server will have it: where what its file says cannot be, when it was taken in. */
export function effectiveTakenAt({ id, source, takenAt, clockOffset, eventFrom = -Infinity }: PhotoRecord): number {
  if (source !== 'import') return takenAt + (clockOffset ?? 0);
  const arrival = uuid7Time(id);
  return takenAt < eventFrom - BEFORE_EVENT_MS || takenAt > arrival + AHEAD_MS ? arrival : takenAt;
}

type Schemas = components['schemas'];

export type Orientation = Schemas['CreatePhotoRequest']['orientation'];
type ContentType = Schemas['PhotoContentType'];

/** The account and event that a photo belongs to. */
export interface CaptureTarget {
  /** Deliveries name it. */
  account: string;
  /** How its person is called where others use the phone as well: the address, or a guest's name. */
  accountEmail: string;
  eventId: string;
  eventName: string;
  /** The event's time zone, as "Europe/Berlin"; null: that of whoever looks. Missing in records of earlier releases. */
  eventZone?: string | null;
  /** When the event begins, or was entered if that was before (ms since 1970). Missing in records of earlier releases. */
  eventFrom?: number;
}

/** Why a record last failed: the server's `code`, or one of ours, with a sentence for a person. */
export interface DeliveryFailure {
  code: string;
  message: string;
  at: number;
}

/** Who works on a record now. Kept alive while it works; void once expired. */
export interface Lease {
  owner: string;
  expiresAt: number;
}

/** A photo that only this phone has, or may only have. Removed only with proof that the server holds it. */
export interface PhotoRecord extends CaptureTarget {
  v: 1;
  /** Made at the shutter (UUIDv7): the photo's identity everywhere, for ever. */
  id: string;
  /** The device's counter: the queue's order. Never the clock. */
  seq: number;
  /** Device clock, ms since 1970; of an import what its file says. */
  takenAt: number;
  /** Server time minus device time when it was taken, ms; null when it was not known. Means nothing for imports: other clocks timed them. */
  clockOffset: number | null;
  /** When it was taken on a clock that nobody can set; null where that is not known. */
  moment: MonotonicTime | null;
  /** Minutes east of UTC. */
  tzOffset: number;
  /** Degrees clockwise that bring the stored pixels upright, where the file itself says nothing. */
  orientation: Orientation;
  source: Schemas['CreatePhotoRequest']['source'];
  contentType: ContentType;
  bytes: number;
  /** Lower-case hex, of the bytes as stored. */
  sha256: string;
  fileName: string | null;
  /** `discarding`: the person threw it away after sending had begun; the server's copy, if any, is deleted too. */
  state: 'waiting' | 'parked' | 'discarding';
  attempts: number;
  /** Not before (device ms). 0: at once. */
  nextAttemptAt: number;
  /** The server asked to wait until then (device ms, from Retry-After): only the person's own "Retry" is sooner. */
  notBefore: number;
  /** When these two were written (device ms). Ask deadline.ts for what they mean: the clock may have been set since. */
  scheduledAt: number | null;
  lastError: DeliveryFailure | null;
  /** Where its bytes go on arriving, once begun. */
  uploadUrl: string | null;
  /** All bytes are there: only the commit is missing. */
  uploaded: boolean;
  /** How often the server found other bytes than ours. */
  mismatches: number;
  lease: Lease | null;
  /** Imported while the server did not answer, though a receipt here has the same bytes: the server is asked for them before they are sent. */
  askFirst?: boolean;
  /** The file of its second copy; null where it has none. Of records before there was this field it bears the id. */
  copy?: string | null;
}

/** One wish per account and photo: the last one stands (docs/outbox.md, Sending 7). */
export interface LikeRecord {
  v: 1;
  account: string;
  photoId: string;
  eventId: string;
  /** The wished state. */
  liked: boolean;
  /** The server's state as last known. */
  serverLiked: boolean;
  /** A wish was sent whose answer is not known: the server's state may not be `serverLiked` any more. */
  sent: boolean;
  /** Tells a newer wish from the one that was being sent. */
  seq: number;
  attempts: number;
  nextAttemptAt: number;
  scheduledAt?: number | null;
  /** What it failed of meets all wishes: they wait with it. */
  holdsOthers?: boolean;
}

/** Proof that the server holds a photo: same id, same hash. */
export interface Receipt {
  v: 1;
  id: string;
  account: string;
  eventId: string;
  sha256: string;
  bytes: number;
  seq: number;
  /** Device ms. */
  storedAt: number;
  /** What names the photo if the server loses it; missing in receipts of earlier releases. */
  source?: PhotoRecord['source'];
  eventName?: string;
  eventZone?: PhotoRecord['eventZone'];
  fileName?: string | null;
  takenAt?: number;
  /** Of an imported file: the server has not yet said whether it can be decoded. */
  undecoded?: true;
}

/** What the shutter, an import, or an image that was generated hands over. */
export interface NewShot extends CaptureTarget {
  /** Default: a new one. */
  id?: string;
  blob: Blob;
  contentType: ContentType;
  takenAt: number;
  /** The press, on the steady clock. */
  moment?: MonotonicTime | null;
  tzOffset: number;
  orientation: Orientation;
  source: 'camera' | 'import' | 'generated';
  fileName: string | null;
  thumb: Blob | null;
  /** Of an import: what is known of the file already. */
  file?: ImportedFile;
}

/** A picked file on its way into the queue. */
export interface ImportedFile {
  /** Of `blob`, computed when it was read. */
  sha256: string;
  /** What `blob` holds, as it was read; taken away from the caller. */
  bytes: ArrayBuffer;
  /** Its row in the ledger, written in the same transaction; null where the ledger could not be begun. */
  row: [batch: string, number: number] | null;
  /**
   * Refused when these bytes wait here for this event, or were proved to be there at or after this moment (device ms): when the server said that
   * it does not have them. Infinity: it did not answer, and no receipt is proof. null: taken in any case.
   */
  unlessSince: number | null;
}

export type RefusalReason =
  | 'too-big'
  | 'too-many-pixels'
  | 'wrong-type'
  | 'raw'
  | 'empty'
  | 'unreadable'
  | 'storage-full'
  | 'storage-broken';

/** One picked file in the ledger of imports. */
export interface ImportRow {
  v: 1;
  batch: string;
  /** Its place in the batch, from 0. */
  number: number;
  account: string;
  eventId: string;
  name: string;
  size: number;
  lastModified: number;
  /** `known`: it is in the event already, and was left out. */
  state: 'unread' | 'stored' | 'known' | 'refused';
  /** Why it was refused. */
  reason: RefusalReason | null;
  found?: number;
  most?: number;
  /** The person has put it away at the camera. The queue still names it. */
  hidden?: true;
}

/** A stored record as this release reads it: fields that an earlier release did not write get what they meant then. */
export function readPhotoRecord(stored: PhotoRecord): PhotoRecord {
  return { ...RECORD_DEFAULTS, ...stored };
}

/** A record as it enters the queue. */
export function newPhotoRecord(
  facts: Omit<PhotoRecord, keyof typeof RECORD_DEFAULTS | 'v'> &
    Pick<PhotoRecord, 'clockOffset' | 'fileName'> &
    Partial<Pick<PhotoRecord, 'moment'>>,
): PhotoRecord {
  return { ...RECORD_DEFAULTS, ...facts, v: 1 };
}

const RECORD_DEFAULTS = {
  clockOffset: null,
  moment: null,
  fileName: null,
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: 0,
  notBefore: 0,
  scheduledAt: null,
  lastError: null,
  uploadUrl: null,
  uploaded: false,
  mismatches: 0,
  lease: null,
} as const satisfies Partial<PhotoRecord>;

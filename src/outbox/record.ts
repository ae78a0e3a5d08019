// The records of the outbox. They are plain and versioned: a page and a worker of different releases read the same database, and a queue of
// an earlier release must drain (docs/outbox.md, Schema upgrades).
// Capture times are in server time. The wall clock may be wrong and may change during a burst; the monotonic clock cannot, and the first
// answer of the server relates it to server time. Times of imported photos come from their files and are not corrected.
import type { components } from '#openapi/api.ts';
import type { MonotonicTime } from '#src/lib/monotonic-clock.ts';
import { uuid7Time } from '#src/lib/uuid7.ts';
import { clockOffset, serverTimeOf } from '#src/transport/fetch.ts';

type Schemas = components['schemas'];

export type Orientation = Schemas['CreatePhotoRequest']['orientation'];
type ContentType = Schemas['PhotoContentType'];

/** The account and event that a photo belongs to. */
export interface CaptureTarget {
  /** Sent with each delivery. */
  account: string;
  /** The label of the account for other users of the phone: email address or guest name. */
  accountEmail: string;
  eventId: string;
  eventName: string;
  /** The event's time zone, such as "Europe/Berlin"; null for the viewer's. Missing in records of earlier releases. */
  eventZone?: string | null;
  /** Start of the event, or the time of joining if earlier (ms since 1970). Missing in records of earlier releases. */
  eventFrom?: number;
}

/** The last failure of a record: a `code` of the server or the app, and a message for users. */
export interface DeliveryFailure {
  code: string;
  message: string;
  at: number;
}

/** The context that works on a record. Renewed while it works; void once expired. */
export interface Lease {
  owner: string;
  expiresAt: number;
}

/** A photo that exists only on this phone, or may. Deleted only with proof that the server has it. */
export interface PhotoRecord extends CaptureTarget {
  v: 1;
  /** Created at the shutter (UUIDv7): the photo's permanent identity. */
  id: string;
  /** The device's counter. It orders the queue; clocks do not. */
  seq: number;
  /** Device clock, ms since 1970; for an import the time in the file. */
  takenAt: number;
  /** Server time minus device time at capture, ms; null if unknown. Meaningless for imports, which other clocks timed. */
  clockOffset: number | null;
  /** The capture time on the monotonic clock; null if unknown. */
  moment: MonotonicTime | null;
  /** Minutes east of UTC. */
  tzOffset: number;
  /** Degrees clockwise that turn the stored pixels upright, unless the file has an orientation. */
  orientation: Orientation;
  source: Schemas['CreatePhotoRequest']['source'];
  contentType: ContentType;
  bytes: number;
  /** Lowercase hex of the stored bytes. */
  sha256: string;
  fileName: string | null;
  /** `discarding`: discarded after sending had begun, so the server's copy is deleted too. */
  state: 'waiting' | 'parked' | 'discarding';
  attempts: number;
  /** Earliest next attempt (device ms). 0: now. */
  nextAttemptAt: number;
  /** Earliest attempt by the server's Retry-After (device ms). Only a manual retry is sooner. */
  notBefore: number;
  /** When these two were written (device ms). The clock may have changed since: use `dueIn` of scheduler.ts. */
  scheduledAt: number | null;
  lastError: DeliveryFailure | null;
  /** Where the upload resumes, once begun. */
  uploadUrl: string | null;
  /** All bytes are uploaded: only the commit is missing. */
  uploaded: boolean;
  /** How often the server found other bytes than this device. */
  mismatches: number;
  lease: Lease | null;
  /** Imported while the server did not answer: it is asked for the same bytes before they are sent. */
  askFirst?: boolean;
  /** When it last answered that it lacks them (device ms). */
  lackedAt?: number;
  /** Its photo that is shown by a proof of another device: these bytes are the original. */
  awaitedAs?: string | null;
  /** The replica's file name; null without one. In records without this field it is the id. */
  copy?: string | null;
  /** The generated image that it is the file of. */
  imageId?: string;
  /** Its proof is on the server. This is no delivery: galleries show the photo before its original arrives. */
  proofSent?: boolean;
  /** With `askFirst`: its proof may be on the server, under its id. */
  proofBegun?: boolean;
}

/** One wish per account and photo: the last one wins (docs/outbox.md, Independence). */
export interface LikeRecord {
  v: 1;
  account: string;
  photoId: string;
  eventId: string;
  /** The wished state. */
  liked: boolean;
  /** The server's state as last known. */
  serverLiked: boolean;
  /** A wish was sent and its answer is unknown, so `serverLiked` may be outdated. */
  sent: boolean;
  /** Identifies a newer wish than the one being sent. */
  seq: number;
  attempts: number;
  nextAttemptAt: number;
  scheduledAt?: number | null;
  /** Its failure affects all likes: they wait with it. */
  holdsOthers?: boolean;
}

/** A generation request that the server does not have yet. */
export interface GenerationRecord {
  v: 1;
  /** Created with the request (UUIDv7). The server uses it too, so that repeats create one generation. */
  id: string;
  account: string;
  seq: number;
  body: Schemas['GenerationRequest'] & { organization_id: string | null } & Pick<Schemas['CreateGenerationRequest'], 'derived_from'>;
  modelName: string;
  /** Device ms. */
  writtenAt: number;
  /** The server's reason. A refused request is sent again only on demand. */
  refusal: string | null;
  /** Its code. Missing in records of earlier releases. */
  refusalCode?: string;
  /** The person is watching the first attempt: a limit refuses it. Later attempts wait for their turn. */
  immediate: boolean;
  attempts: number;
  nextAttemptAt: number;
  scheduledAt: number | null;
}

/** Proof that the server has a photo: same id, same hash. */
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
  /** Server ms. Missing in receipts of earlier releases, and of files that the server already had. */
  receivedAt?: number;
  /** Of the photo's record. Missing in receipts of earlier releases. */
  clockOffset?: number | null;
  /** Identifies the photo to the user if the server loses it; missing in receipts of earlier releases. */
  source?: PhotoRecord['source'];
  eventName?: string;
  eventZone?: PhotoRecord['eventZone'];
  fileName?: string | null;
  takenAt?: number;
  /** An import that the server has not decoded yet. */
  undecoded?: true;
  /** An import that the server cannot decode. */
  damaged?: true;
  /** Deleted on the server since, or its original. */
  deleted?: true;
}

/** A new photo from the shutter, an import or a generated image. */
export interface NewShot extends CaptureTarget {
  /** Default: a new id. */
  id?: string;
  blob: Blob;
  contentType: ContentType;
  takenAt: number;
  /** The time of the press on the monotonic clock. */
  moment?: MonotonicTime | null;
  tzOffset: number;
  orientation: Orientation;
  source: PhotoRecord['source'];
  fileName: string | null;
  thumb: Blob | null;
  /** The generated image that it is the file of. */
  imageId?: string;
  /** For an import: the known facts about the file. */
  file?: ImportedFile;
}

/** A picked file to enqueue. */
export interface ImportedFile {
  /** Of `blob`, computed while reading it. */
  sha256: string;
  /** The bytes of `blob`; transferred, so the caller loses them. */
  bytes: ArrayBuffer;
  /** Its row in the import history, updated in the same transaction; null if there is none. */
  row: [batch: string, number: number] | null;
  /**
   * Refuses the file if these bytes are queued for this event, or have a receipt from this moment on (device ms), when the server answered
   * that it lacks them. Infinity: the server did not answer, and no receipt counts. null: never refuses.
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

/** A file that the server has, from another import or device. */
export interface KnownFile {
  sha256: string;
  photoId: string;
  /** Server ms. */
  receivedAt: number;
  /** The server cannot decode it. */
  damaged: boolean;
  /** Missing in rows of earlier releases. */
  original?: components['schemas']['KnownPhotos']['known'][number]['original'];
}

/** One picked file in the import history. */
export interface ImportRow {
  v: 1;
  batch: string;
  /** Index in the batch. */
  number: number;
  account: string;
  eventId: string;
  name: string;
  size: number;
  lastModified: number;
  /** `known`: already in the event, so it was skipped. */
  state: 'unread' | 'stored' | 'known' | 'refused';
  /** Why it was refused. */
  reason: RefusalReason | null;
  found?: number;
  most?: number;
  /** Dismissed at the camera; the queue still lists it. */
  hidden?: true;
  /** Of a skipped file, its photo on the server. Such rows stay, for the list to compare with a memory card. */
  known?: KnownFile;
}

/** Adds defaults for fields that earlier releases did not write. */
export function readPhotoRecord(stored: PhotoRecord): PhotoRecord {
  return { ...RECORD_DEFAULTS, ...stored };
}

/** Creates the record of a new photo. */
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

type Taken = Pick<PhotoRecord, 'takenAt' | 'moment' | 'source'>;

/** An existing file, picked here or shared from another app: its time is its own, and only the server can tell whether it is damaged. */
export const isImport = (source: Receipt['source']): boolean => source === 'import' || source === 'share';

export function offsetBySteadyClock({ takenAt, moment }: Omit<Taken, 'source'>): number | null {
  const at = moment && serverTimeOf(moment);
  return at === null ? null : Math.round(at - takenAt);
}

/** Server time minus device time for a new shot; null if unknown. */
export const offsetAtCapture = async (shot: Taken): Promise<number | null> =>
  isImport(shot.source) ? 0 : (offsetBySteadyClock(shot) ?? (await clockOffset()));

/** The capture time to send to the server. */
export async function serverTakenAt(record: PhotoRecord): Promise<Date> {
  if (isImport(record.source)) return new Date(record.takenAt);
  const offset = offsetBySteadyClock(record) ?? record.clockOffset ?? (await clockOffset()) ?? 0;
  return new Date(record.takenAt + offset);
}

const DAY = 24 * 3_600_000;
/** The server's limits (`resolveTakenAt`): how far after arrival and before the event a capture time may be. */
const AHEAD_MS = DAY;
const BEFORE_EVENT_MS = 90 * DAY;

/** The capture time that the server will assign to a queued photo: an implausible time is replaced by the time of import. */
export function effectiveTakenAt({ id, source, takenAt, clockOffset, eventFrom = -Infinity }: PhotoRecord): number {
  if (!isImport(source)) return takenAt + (clockOffset ?? 0);
  const arrival = uuid7Time(id);
  return takenAt < eventFrom - BEFORE_EVENT_MS || takenAt > arrival + AHEAD_MS ? arrival : takenAt;
}

import type { Queryable } from '#server/deps.ts';

/** Each job's name (verb-noun) and payload. Every job is idempotent: it may run again after a crash. */
export interface JobPayloads {
  /** Makes thumb, preview, size and thumbhash of a photo from its original. */
  'derive-photo': { photoId: string };
  /** Has photos derived again whose job was given up, as when the storage stayed away for a day. */
  'requeue-photos': Record<string, never>;
  /** Removes the files of photos deleted meanwhile; the tombstones stay. */
  'sweep-deleted-photos': Record<string, never>;
  /** Removes uploads that nobody finished or committed, with what a commit that was cut moved into the storage. */
  'sweep-uploads': Record<string, never>;
  /** Forgets changes of event streams older than a week. */
  'sweep-event-changes': Record<string, never>;
  /** Forgets sessions that were over a month ago. */
  'sweep-sessions': Record<string, never>;
}

export type JobName = keyof JobPayloads;

export interface Jobs {
  /** Adds a job in the caller's transaction: it runs only if that commits. A job with the same `key` that still waits is replaced. */
  add<Name extends JobName>(tx: Queryable, name: Name, payload: JobPayloads[Name], options?: { key?: string; runAt?: Date }): Promise<void>;
}

/** What a domain's jobs.ts exports: its job functions by name. */
export type JobHandlers<Name extends JobName> = { [N in Name]: (payload: JobPayloads[N], signal: AbortSignal) => Promise<void> };

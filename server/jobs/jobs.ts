import type { Queryable, SqlFragment } from '#server/db/types.ts';

/** Each job's name (verb-noun) and payload. Every job is idempotent: it may run again after a crash. */
export interface JobPayloads {
  /** Makes thumb, preview, size and thumbhash of a photo from its original. */
  'derive-photo': { photoId: string };
  /** Tells open galleries that originals are overdue. */
  'announce-overdue-originals': Record<string, never>;
  /** Queues photos again whose job failed permanently, for example after a day without storage. */
  'requeue-photos': Record<string, never>;
  /** Removes the files of deleted photos; the tombstones stay. */
  'sweep-deleted-photos': Record<string, never>;
  /** Removes events deleted longer ago than they can be restored, by themselves or with their organization, with their photos and files. */
  'sweep-deleted-events': Record<string, never>;
  /** Removes organizations deleted longer ago than they can be restored, once their events are gone. */
  'sweep-deleted-organizations': Record<string, never>;
  /** Tells people that photos of events will be deleted after their retention, and deletes them. */
  'expire-photos': Record<string, never>;
  /** Removes copies of photos with an outdated watermark. */
  'sweep-watermarks': Record<string, never>;
  /** Makes and measures the files of a download of many photos. */
  'prepare-download': { downloadId: string };
  /** Forgets downloads of many photos that expired. */
  'sweep-downloads': Record<string, never>;
  /** Removes abandoned uploads, with files that an interrupted commit moved into the storage. */
  'sweep-uploads': Record<string, never>;
  /** Forgets changes of event streams older than a week. */
  'sweep-event-changes': Record<string, never>;
  /** Tells open pages that the time of a gallery's reveal has come. */
  'reveal-gallery': { eventId: string };
  /** Removes sections of galleries that were deleted 30 days ago. */
  'sweep-sections': Record<string, never>;
  /** Ends events that are over, if they end automatically. */
  'end-events': Record<string, never>;
  /** Reloads open galleries when the time of an event's guests is over. */
  'announce-guest-end': { eventId: string };
  /** Forgets sessions that were over a month ago. */
  'sweep-sessions': Record<string, never>;
  /** Ends an impersonation when its time is over. */
  'end-viewing': { viewingId: string };
  /** Deletes entries of the audit log after their retention. */
  'sweep-audit-log': Record<string, never>;
  /** Seals the audit log since the last block. */
  'seal-audit-log': Record<string, never>;
  /** Erases the personal data of a deleted account from the audit log. */
  'erase-from-trail': { userId: string; addresses?: { email: string; since: string; until: string }[] };
  /** Mails the link to a new password, if there is an account with this address. */
  'mail-password-reset': { email: string; port: number; request: { ip: string; id: string } };
  /** Deletes the remaining photos of a user who deleted their account including photos. */
  'delete-own-photos': { userId: string; request: { ip: string; id: string } };
  /** Has the images of a generation made. */
  'make-generation': { generationId: string };
  /** Has the next image of a batch made. */
  'continue-batch': { batchId: string; turn: number };
  /** Removes expired images and sources with their files; fails abandoned generations. */
  'sweep-generations': Record<string, never>;
  /** Removes collections of images that were deleted 30 days ago. */
  'sweep-collections': Record<string, never>;
  /** Sends an announcement, in batches. */
  'send-announcement': { announcementId: string };
  /** Pushes an announcement to one device. */
  'send-push': { pushId: string };
  /** Deletes old notices and pushes, and devices without a session. */
  'sweep-notices': Record<string, never>;
  /** Sends a message to a webhook, once: it queues the next attempt itself. */
  'send-webhook': { deliveryId: string };
  /** Forgets deliveries of webhooks after their retention. */
  'sweep-webhooks': Record<string, never>;
  /** Takes a mail to the SMTP server, or into its file. */
  'send-mail': { mailId: string };
  /** Counts what the platform's analytics show. */
  'count-analytics': Record<string, never>;
  /** The same for today alone, so that it is never far behind. */
  'count-today': Record<string, never>;
  /** Looks how each part of the platform is. */
  'measure-health': Record<string, never>;
  /** Reads at the payment provider how an organization pays, and takes it over. */
  'sync-payments': { organizationId: string };
  /** Queues syncs of payments that may be out of date; deletes old events of the provider. */
  'review-payments': Record<string, never>;
  /** Gives up what could not be sent for days, and forgets mails from long ago. */
  'sweep-mails': Record<string, never>;
  /** Forgets requests to support that were closed long ago. */
  'sweep-tickets': Record<string, never>;
  /** Forgets jobs that failed for good long ago. */
  'sweep-failed-jobs': Record<string, never>;
  /** Deletes counters of rate limits that say nothing any more. */
  'sweep-rate-limits': Record<string, never>;
}

export type JobName = keyof JobPayloads;

export interface JobOptions {
  /** A job with the same key that still waits is replaced. */
  key?: string | SqlFragment;
  runAt?: Date;
  /** Fair share: while other owners wait, no owner occupies all workers. */
  owner?: string | SqlFragment;
  /** Jobs of a lower rank come first; 0 is first of all. Of many, the last are alike. */
  rank?: number | SqlFragment;
}

export interface Jobs {
  /** Adds a job in the caller's transaction: it runs only if that commits. */
  add<Name extends JobName>(tx: Queryable, name: Name, payload: JobPayloads[Name], options?: JobOptions): Promise<void>;
  /** The same as an expression, for a statement that writes more than the job. */
  sql<Name extends JobName>(name: Name, payload: JobPayloads[Name], options?: JobOptions): SqlFragment;
  /** The same with a payload whose values the statement computes. */
  sqlOf<Name extends JobName>(name: Name, payload: Record<keyof JobPayloads[Name], SqlFragment>, options?: JobOptions): SqlFragment;
  /** The same of several at once. */
  addAll<Name extends JobName>(
    tx: Queryable,
    name: Name,
    payloads: readonly JobPayloads[Name][],
    options?: Omit<JobOptions, 'key'>,
  ): Promise<void>;
}

/** What a domain's jobs.ts exports: its job functions by name. */
export type JobHandlers<Name extends JobName> = { [N in Name]: (payload: JobPayloads[N], signal: AbortSignal) => Promise<void> };

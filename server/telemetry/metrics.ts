// The metrics of the server. prometheus.ts implements them; it is loaded only if METRICS_PORT is set. docs/metrics.md is generated from this list.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Storage } from '#server/storage/storage.ts';

export interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram';
  labels: readonly string[];
  about: string;
  /** Upper bounds of a histogram, in seconds. */
  buckets?: readonly number[];
  /** Read from the database at the scrape: each process reports the same value. */
  isShared?: true;
}

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
const SLOW = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600] as const;

export const metricDefinitions = {
  ais_build_info: { type: 'gauge', labels: ['version', 'role', 'node'], about: 'The running build. Always 1.' },
  ais_ready: {
    type: 'gauge',
    labels: ['check'],
    about: 'Checks of `/readyz`: 1 if `database`, `migrations` or `storage` can be used, else 0.',
  },
  ais_http_requests_total: {
    type: 'counter',
    labels: ['operation', 'method', 'status'],
    about:
      'Ended requests. `operation` is an operationId of the contract, `page` for pages and static files, or `unknown`; `status` is 1xx to 5xx, or `aborted` if the client left before the end of the response. Without probes (`/healthz`, `/readyz`), as all metrics of requests.',
  },
  ais_http_request_duration_seconds: {
    type: 'histogram',
    labels: ['operation', 'method', 'status'],
    about: 'Time from the head of a request to the end of its response, without event streams.',
    buckets: FAST,
  },
  ais_http_errors_total: {
    type: 'counter',
    labels: ['operation', 'code'],
    about: 'Responses with an error, by its code (`too_many_requests`, `unavailable`, `internal`, …).',
  },
  ais_http_requests_in_flight: { type: 'gauge', labels: [], about: 'Requests in progress, without event streams.' },
  ais_http_streams_open: { type: 'gauge', labels: ['operation'], about: 'Open event streams.' },
  ais_upload_bytes_total: { type: 'counter', labels: [], about: 'Bytes of photos that arrived.' },
  ais_uploads_total: {
    type: 'counter',
    labels: ['outcome'],
    about: 'Uploads: `begun`, `committed` as a photo, `repeated` (the commit of a known photo), or `refused` at either step.',
  },
  ais_photo_ready_seconds: {
    type: 'histogram',
    labels: [],
    about: 'Delivery lag: from the commit of a photo to its thumbnail and preview.',
    buckets: SLOW,
  },
  ais_photos_waiting: { type: 'gauge', labels: [], about: 'Committed photos without thumbnail and preview.', isShared: true },
  ais_photos_oldest_waiting_seconds: { type: 'gauge', labels: [], about: 'Age of the oldest of them. 0 if none waits.', isShared: true },
  ais_derivation_duration_seconds: {
    type: 'histogram',
    labels: ['result'],
    about: 'Making thumbnail and preview of a photo: `ready`, `unreadable` or `failed`.',
    buckets: SLOW,
  },
  ais_job_duration_seconds: { type: 'histogram', labels: ['job'], about: 'Runs of jobs.', buckets: [0.01, ...SLOW] },
  ais_jobs_total: {
    type: 'counter',
    labels: ['job', 'result'],
    about: 'Runs of jobs: `done`, `failed` (tried again), or `given_up`.',
  },
  ais_jobs_waiting: { type: 'gauge', labels: ['job'], about: 'Jobs that could run now.', isShared: true },
  ais_jobs_oldest_waiting_seconds: { type: 'gauge', labels: ['job'], about: 'How long the oldest of them could have run.', isShared: true },
  ais_jobs_deferred: {
    type: 'gauge',
    labels: ['job'],
    about: 'Jobs for later: retries (`send-mail`, `send-webhook`) and planned ones.',
    isShared: true,
  },
  ais_jobs_given_up: { type: 'gauge', labels: ['job'], about: 'Jobs that failed permanently, of the last 90 days.', isShared: true },
  ais_mails_waiting: { type: 'gauge', labels: [], about: 'Emails that are neither sent nor given up.', isShared: true },
  ais_mails_oldest_waiting_seconds: { type: 'gauge', labels: [], about: 'Age of the oldest of them. 0 if none waits.', isShared: true },
  ais_database_up: {
    type: 'gauge',
    labels: [],
    about: '1 if the database answered this scrape. At 0, what is read from it is absent.',
    isShared: true,
  },
  ais_database_pool_connections: { type: 'gauge', labels: ['lane', 'state'], about: 'Database connections: `busy` or `idle`.' },
  ais_database_pool_limit: { type: 'gauge', labels: ['lane'], about: 'Maximum number of connections.' },
  ais_database_pool_waiting: { type: 'gauge', labels: ['lane'], about: 'Queries and transactions that wait for a connection.' },
  ais_database_listening: { type: 'gauge', labels: [], about: '1 while the connection for live updates (LISTEN) is up.' },
  ais_storage_operation_duration_seconds: {
    type: 'histogram',
    labels: ['operation'],
    about: 'Calls of the storage of files. `get` and `open` end when the object is open, `withFile` when the file is there.',
    buckets: FAST,
  },
  ais_storage_errors_total: { type: 'counter', labels: ['operation'], about: 'Failed calls of the storage.' },
  ais_disk_free_bytes: { type: 'gauge', labels: [], about: 'Free space on the disk of DATA_DIR.' },
  ais_disk_size_bytes: { type: 'gauge', labels: [], about: 'Size of the disk of DATA_DIR.' },
} as const satisfies Record<string, MetricDefinition>;

/** Read from the database, for the whole platform. */
export interface Backlogs {
  photos: { waiting: number; oldestSeconds: number };
  mails: { waiting: number; age: number };
  jobs: { job: string; waiting: number; oldestSeconds: number; deferred: number; givenUp: number }[];
}

export interface PoolState {
  lane: string;
  limit: number;
  total: number;
  idle: number;
  waiting: number;
}

/** What is read at a scrape. */
export interface MetricSources {
  readBacklogs(): Promise<Backlogs>;
  readPools(): PoolState[];
  isListening(): boolean;
  measureDisk(): Promise<{ free: number; total: number }>;
  /** Never rejects. */
  checkReadiness(): Promise<Record<string, boolean>>;
}

export type JobResult = 'done' | 'failed' | 'given_up';

export interface Metrics {
  /** Counts the requests of an application. @param streams operations that answer with an event stream */
  observeRequests(app: FastifyInstance, streams: ReadonlySet<string>): void;
  /** Notes why a request is answered with an error. */
  noteProblem(request: FastifyRequest, code: string): void;
  /** The same storage, with its calls measured. */
  observeStorage(storage: Storage): Storage;
  /** A call of the storage by another thread. */
  timeStorage<Result>(operation: 'adopt', run: () => Promise<Result>): Promise<Result>;
  jobEnded(job: string, seconds: number, result: JobResult): void;
  derivationEnded(seconds: number, result: 'ready' | 'unreadable' | 'failed'): void;
  /** A photo that nobody could see until now has its thumbnail and preview. */
  photoReady(committedAt: Date): void;
  /** From now on a scrape reads these too. */
  addSources(sources: MetricSources): void;
  readonly contentType: string;
  /** In the text format of Prometheus. */
  scrape(): Promise<string>;
}

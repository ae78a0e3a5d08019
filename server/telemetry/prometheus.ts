// Metrics by prom-client.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { describeFailure } from '#server/db/errors.ts';
import { isProbe } from '#server/http/redacted-url.ts';
import { createOutageLog } from '#server/outage-log.ts';
import type { Storage } from '#server/storage/storage.ts';
import { metricDefinitions, type Backlogs, type Metrics, type MetricSources } from '#server/telemetry/metrics.ts';
import { withTimeout } from '#server/with-timeout.ts';

type Definitions = typeof metricDefinitions;
type NamesOf<Type> = { [Name in keyof Definitions]: Definitions[Name]['type'] extends Type ? Name : never }[keyof Definitions];
type LabelsOf<Name extends keyof Definitions> = Definitions[Name]['labels'][number];

/** Scrapes within this time read the database once. */
const SHARED_TTL_MS = 5_000;
/** A frozen database must not delay a scrape. */
const SHARED_TIMEOUT_MS = 2_000;

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const STORAGE_OPERATIONS = ['put', 'adopt', 'get', 'open', 'size', 'delete', 'copy', 'ready'] as const satisfies (keyof Storage)[];
/** Codes of errors are constants of the code. Should one ever contain more, the number of series stays bounded all the same. */
const MAX_CODES = 300;

const seconds = (startedAt: number): number => (performance.now() - startedAt) / 1000;

export function openMetrics(
  about: { version: string; role: string },
  log: Pick<Logger, 'warn' | 'info'>,
  sharedTtlMs = SHARED_TTL_MS,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges with the suffix of counters, which promtool rejects; the same figures are there without it.
  for (const what of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${what}_total`);
  const common = <Name extends keyof Definitions>(name: Name) => {
    const { labels, about: help }: { labels: readonly LabelsOf<Name>[]; about: string } = metricDefinitions[name];
    return { name, help, labelNames: [...labels], registers: [registry] };
  };
  const counter = <Name extends NamesOf<'counter'>>(name: Name) => new Counter<LabelsOf<Name>>(common(name));
  const gauge = <Name extends NamesOf<'gauge'>>(name: Name) => new Gauge<LabelsOf<Name>>(common(name));
  const histogram = <Name extends NamesOf<'histogram'>>(name: Name) =>
    new Histogram<LabelsOf<Name>>({ ...common(name), buckets: [...metricDefinitions[name].buckets] });

  gauge('ais_build_info').set({ ...about, node: process.version }, 1);
  const requests = counter('ais_http_requests_total');
  const durations = histogram('ais_http_request_duration_seconds');
  const errors = counter('ais_http_errors_total');
  const ready = gauge('ais_ready');
  const inFlight = gauge('ais_http_requests_in_flight');
  const streamsOpen = gauge('ais_http_streams_open');
  const uploadBytes = counter('ais_upload_bytes_total');
  const uploads = counter('ais_uploads_total');
  const photoReady = histogram('ais_photo_ready_seconds');
  const derivations = histogram('ais_derivation_duration_seconds');
  const jobDurations = histogram('ais_job_duration_seconds');
  const jobs = counter('ais_jobs_total');
  const storageDurations = histogram('ais_storage_operation_duration_seconds');
  const storageErrors = counter('ais_storage_errors_total');
  const poolConnections = gauge('ais_database_pool_connections');
  const poolLimit = gauge('ais_database_pool_limit');
  const poolWaiting = gauge('ais_database_pool_waiting');
  const listening = gauge('ais_database_listening');
  const databaseUp = gauge('ais_database_up');
  const diskFree = gauge('ais_disk_free_bytes');
  const diskSize = gauge('ais_disk_size_bytes');
  const photosWaiting = gauge('ais_photos_waiting');
  const photosOldest = gauge('ais_photos_oldest_waiting_seconds');
  const mailsWaiting = gauge('ais_mails_waiting');
  const mailsOldest = gauge('ais_mails_oldest_waiting_seconds');
  const ofJobs = [
    { gauge: gauge('ais_jobs_waiting'), figure: 'waiting' },
    { gauge: gauge('ais_jobs_oldest_waiting_seconds'), figure: 'oldestSeconds' },
    { gauge: gauge('ais_jobs_deferred'), figure: 'deferred' },
    { gauge: gauge('ais_jobs_given_up'), figure: 'givenUp' },
  ] as const;

  const codes = new Set<string>();
  const problems = new WeakMap<FastifyRequest, string>();
  const boundedCode = (code: string): string => {
    if (codes.size < MAX_CODES) codes.add(code);
    return codes.has(code) ? code : 'other';
  };

  function requestEnded(request: FastifyRequest, { raw }: FastifyReply, startedAt: number | null): void {
    const { statusCode } = raw;
    const { operation: known } = request.routeOptions.config;
    const operation = known ?? (statusCode === 404 ? 'unknown' : 'page');
    const method = METHODS.has(request.method) ? request.method : 'other';
    const isAborted = startedAt !== null && !raw.writableFinished;
    const labels = { operation, method, status: isAborted ? 'aborted' : `${Math.floor(statusCode / 100)}xx` };
    requests.inc(labels);
    if (startedAt !== null) durations.observe(labels, seconds(startedAt));
    if (statusCode >= 400 && !isAborted) errors.inc({ operation, code: boundedCode(problems.get(request) ?? 'other') });
  }

  function uploadEnded(request: FastifyRequest, { raw }: FastifyReply, bytesBefore: number): void {
    const { operation } = request.routeOptions.config;
    const { statusCode } = raw;
    if (operation === 'createPhoto') {
      if (raw.writableFinished) uploads.inc({ outcome: statusCode === 201 ? 'committed' : statusCode < 400 ? 'repeated' : 'refused' });
      return;
    }
    if (operation === 'createUpload' && raw.writableFinished) uploads.inc({ outcome: statusCode === 201 ? 'begun' : 'refused' });
    if (statusCode >= 400) return;
    const offset = Number(raw.getHeader('upload-offset') ?? Number.NaN);
    const before = Number(request.headers['upload-offset'] ?? 0);
    // Without an answer: what came over the connection after the head, which is less than what arrived by the rest of one packet.
    const arrived = Number.isNaN(offset) || !raw.writableFinished ? request.raw.socket.bytesRead - bytesBefore : offset - before;
    if (arrived > 0) uploadBytes.inc(arrived);
  }

  async function timed<Result>(operation: string, run: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    try {
      const result = await run();
      storageDurations.observe({ operation }, seconds(startedAt));
      return result;
    } catch (error) {
      storageErrors.inc({ operation });
      throw error;
    }
  }

  let sources: MetricSources | null = null;
  let shared: { at: number; read: Promise<Backlogs | null> } | null = null;

  const outage = createOutageLog(log, {
    away: 'the database did not answer a scrape of the metrics',
    back: 'the database answers scrapes of the metrics again',
  });

  /** Null while the database is away. */
  function readShared({ readBacklogs }: MetricSources): Promise<Backlogs | null> {
    if (shared && performance.now() - shared.at < sharedTtlMs) return shared.read;
    const read = withTimeout(SHARED_TIMEOUT_MS, readBacklogs()).then(
      (backlogs) => {
        outage.recovered();
        return backlogs;
      },
      (error: unknown) => {
        outage.failed(describeFailure(error));
        return null;
      },
    );
    shared = { at: performance.now(), read };
    return read;
  }

  function showBacklogs(backlogs: Backlogs | null): void {
    databaseUp.set(backlogs === null ? 0 : 1);
    for (const each of ofJobs) each.gauge.reset();
    if (backlogs === null) return [photosWaiting, photosOldest, mailsWaiting, mailsOldest].forEach((each) => each.remove());
    photosWaiting.set(backlogs.photos.waiting);
    photosOldest.set(backlogs.photos.oldestSeconds);
    mailsWaiting.set(backlogs.mails.waiting);
    mailsOldest.set(backlogs.mails.age);
    for (const row of backlogs.jobs) for (const each of ofJobs) each.gauge.set({ job: row.job }, row[each.figure]);
  }

  async function readSources(from: MetricSources): Promise<void> {
    for (const { lane, limit, total, idle, waiting } of from.readPools()) {
      poolConnections.set({ lane, state: 'idle' }, idle);
      poolConnections.set({ lane, state: 'busy' }, total - idle);
      poolLimit.set({ lane }, limit);
      poolWaiting.set({ lane }, waiting);
    }
    listening.set(from.isListening() ? 1 : 0);
    const [backlogs, disk, checks] = await Promise.all([readShared(from), from.measureDisk(), from.checkReadiness()]);
    showBacklogs(backlogs);
    for (const [check, holds] of Object.entries(checks)) ready.set({ check }, holds ? 1 : 0);
    diskFree.set(disk.free);
    diskSize.set(disk.total);
  }

  return {
    contentType: registry.contentType,
    observeRequests(app, streams) {
      app.addHook('onRequest', (request, reply, done) => {
        const { operation } = request.routeOptions.config;
        if (isProbe(request.routeOptions.url)) return done();
        const isStream = operation !== undefined && streams.has(operation);
        const isUpload = operation === 'createUpload' || operation === 'appendUpload' || operation === 'createPhoto';
        const startedAt = performance.now();
        const bytesBefore = isUpload ? request.raw.socket.bytesRead : 0;
        if (isStream) streamsOpen.inc({ operation });
        else inFlight.inc();
        reply.raw.once('close', () => {
          if (isStream) streamsOpen.dec({ operation });
          else inFlight.dec();
          requestEnded(request, reply, isStream ? null : startedAt);
          if (isUpload) uploadEnded(request, reply, bytesBefore);
        });
        done();
      });
    },
    noteProblem: (request, code) => void problems.set(request, code),
    observeStorage(storage) {
      // Own properties: what wraps it next may copy them.
      const observed: Storage = { ...storage };
      for (const operation of STORAGE_OPERATIONS) {
        const call = storage[operation].bind(storage) as (...given: unknown[]) => Promise<never>;
        observed[operation] = (...given: unknown[]) => timed(operation, () => call(...given));
      }
      observed.withFile = (key, use) => {
        const startedAt = performance.now();
        let isLent = false;
        const lend = (file: string) => {
          isLent = true;
          storageDurations.observe({ operation: 'withFile' }, seconds(startedAt));
          return use(file);
        };
        return storage.withFile(key, lend).catch((error: unknown) => {
          if (!isLent) storageErrors.inc({ operation: 'withFile' });
          throw error;
        });
      };
      return observed;
    },
    timeStorage: timed,
    jobEnded(job, duration, result) {
      jobDurations.observe({ job }, duration);
      jobs.inc({ job, result });
    },
    derivationEnded: (duration, result) => derivations.observe({ result }, duration),
    photoReady: (committedAt) => photoReady.observe(Math.max(0, (Date.now() - committedAt.getTime()) / 1000)),
    addSources: (added) => void (sources = added),
    async scrape() {
      if (sources) await readSources(sources);
      return registry.metrics();
    },
  };
}

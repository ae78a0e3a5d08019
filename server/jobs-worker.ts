// The thread that does the jobs: it has its own connections to the database, reads the same configuration, and runs until it is told to stop.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { accountJobs } from '#server/accounts/jobs.ts';
import { trailOfJobs } from '#server/audit/audit.ts';
import { billingJobs } from '#server/billing/jobs.ts';
import { createClosers } from '#server/closers.ts';
import { readConfig } from '#server/config.ts';
import { openPool, type DatabaseAddress } from '#server/db/pool.ts';
import { eventJobs } from '#server/events/jobs.ts';
import { imageMakingOf } from '#server/generation/catalog.ts';
import { generationJobs, generationSweeps } from '#server/generation/jobs.ts';
import { imageJobs } from '#server/images/jobs.ts';
import { startJobs, type JobRunner } from '#server/jobs/runner.ts';
import { openLog } from '#server/log.ts';
import { mailJobs } from '#server/mail/jobs.ts';
import { notificationJobs } from '#server/notifications/jobs.ts';
import { pushJobs } from '#server/notifications/push-jobs.ts';
import { organizationJobs } from '#server/organizations/jobs.ts';
import { ownDataJobs } from '#server/own-data/jobs.ts';
import { derivativesOf } from '#server/photos/derivatives.ts';
import { photoJobs } from '#server/photos/jobs.ts';
import { platformJobs } from '#server/platform/analytics/jobs.ts';
import { healthJobs } from '#server/platform/health/jobs.ts';
import { trailJobs } from '#server/platform/jobs.ts';
import { endOnDefects, exitCodes } from '#server/process.ts';
import { openDeps } from '#server/runtime.ts';
import { supportJobs } from '#server/support/jobs.ts';

/** Two fill a small machine; the third place is for whoever else comes. */
const PHOTOS_AT_ONCE = 3;
const JOBS_AT_ONCE = 2;
/** What is cut is taken up again by the next start: a stop need not wait for a long one. */
const IMAGES_END_WITHIN_MS = 1000;
/** Longer than a runner allows itself. */
const STOP_RUNNER_MS = 25_000;

if (parentPort === null) throw new Error('this is a thread of the server, and no program');
const stop = once(parentPort, 'message');
const connection = workerData as DatabaseAddress;
const config = readConfig(process.env);
const log = openLog(config.logLevel);
const closers = createClosers(log);
const runners: JobRunner[] = [];
endOnDefects(log, (reason) => runners.forEach((runner) => runner.renew(reason)));

try {
  const deps = await openDeps(config, connection, log, closers);
  const pool = openPool(connection, log, 'jobs');
  closers.add('the pool of jobs', () => pool.end());
  const start = async (what: string, ...[handlers, parts]: Parameters<typeof startJobs>) => {
    const runner = await startJobs(handlers, parts);
    runners.push(runner);
    closers.add(what, () => runner.stop(), STOP_RUNNER_MS);
  };
  const common = { connection, pool, log, onGivenUp: trailOfJobs(deps.db, log) };
  const { 'derive-photo': derivePhoto, ...otherPhotoJobs } = photoJobs(deps);
  await start(
    'the jobs',
    {
      ...accountJobs(deps),
      ...mailJobs(deps),
      ...organizationJobs(deps),
      ...billingJobs(deps),
      ...eventJobs(deps),
      ...otherPhotoJobs,
      ...ownDataJobs(deps),
      ...platformJobs(deps),
      ...trailJobs(deps),
      ...healthJobs(deps),
      ...generationSweeps(deps),
      ...imageJobs(deps),
      ...notificationJobs(deps),
      ...pushJobs(deps),
      ...supportJobs(deps),
    },
    { ...common, concurrency: JOBS_AT_ONCE },
  );
  // Photos have workers of their own: no mail waits for one that is hard to open.
  await start(
    'the preparation of photos',
    { 'derive-photo': derivePhoto },
    { ...common, concurrency: PHOTOS_AT_ONCE, isScheduling: false },
  );
  // Images have workers of their own: no photo waits for one.
  await start('the making of images', generationJobs(deps, { ...imageMakingOf(deps), pictures: derivativesOf(deps) }), {
    ...common,
    concurrency: config.generation.atOnce,
    isScheduling: false,
    endWithinMs: IMAGES_END_WITHIN_MS,
  });
  parentPort.postMessage('ready');
  await stop;
  await closers.close();
  process.exit(0);
} catch (error) {
  log.fatal({ err: error }, 'the jobs could not be started or stopped');
  process.exit(exitCodes.passing);
}

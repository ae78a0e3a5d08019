// The program: configuration, database, listen, signals, graceful stop. People read stdout, machines the JSON lines on stderr.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { build } from '#server/app.ts';
import { ConfigError, readConfig, type Config } from '#server/config.ts';
import { DatabaseUnavailable } from '#server/db/errors.ts';
import { BACKLOG, describeDrain, drain } from '#server/http/connections.ts';
import { AlreadyRunning } from '#server/instance-lock.ts';
import { exitCodeOf, exitCodes, exitOnUnhandledErrors, notifyReady, openLog, waitForSupervisorExit } from '#server/process.ts';
import { openRuntime, type Runtime } from '#server/runtime.ts';
import { seed } from '#server/seed/seed.ts';
import { StorageUnavailable } from '#server/storage/s3-errors.ts';
import { withTimeout } from '#server/with-timeout.ts';

/** After the signal. All has ended by then, except for the embedded database, which may take longer to write what it has in memory. */
const STOP_MS = 25_000;
/** After the signal: requests that take longer are cut. What arrived of an upload counts. */
const CUT_MS = 17_000;
/** For what cut requests received and store now: up to 8 MB of each upload. */
const STORE_MS = 2_500;
/** After the signal: requests and jobs are given up, so that connections to the database have time to close. */
const GIVE_UP_MS = 20_000;
/** Ctrl-C reaches a program twice when npm passes it on; only a later signal means impatience. */
const SAME_SIGNAL_MS = 3_000;

let started = false;

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function start(): Promise<void> {
  // Photos and the database are readable by the owner only.
  process.umask(0o077);
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  const stopping = Promise.race([waitForSignal(), waitForSupervisorExit()]);
  const runtime = await openRuntime(config, log, say, () => (config.role === 'worker' ? Promise.resolve() : requireFreePort(config)));
  exitOnUnhandledErrors(log, (reason) => runtime.restartJobs(reason));
  let app: FastifyInstance | undefined;
  try {
    const { hasDemoData, lines } = await seed(runtime.deps, say);
    lines.forEach(say);
    app = config.role === 'worker' ? undefined : await listen(config, runtime, hasDemoData);
    if (config.role !== 'web') await runtime.startJobs();
    const metricsUrl = await serveMetrics(config, runtime, app);
    const url = app ? urlOf(app, config) : null;
    if (url !== null) runtime.lock?.setUrl(url);
    log.info({ url, role: config.role }, 'started');
    if (metricsUrl !== null) say(`Metrics are at ${metricsUrl}`);
    say(url === null ? 'AI Image Suite is ready to do jobs' : `AI Image Suite is ready at ${url}`);
    started = true;
    notifyReady();
    log.info({ signal: await stopping }, 'stopping');
    say(app ? describeDrain(app) : 'Stopping …');
  } finally {
    await stop(app, runtime, log, started ? config.drainMs : 0);
  }
  say('AI Image Suite has stopped');
}

async function listen(config: Config, runtime: Runtime, hasDemoData: boolean): Promise<FastifyInstance> {
  const app = await build(runtime.deps);
  const host = config.host ?? (hasDemoData ? 'localhost' : '0.0.0.0');
  try {
    await app.listen({ port: config.port, host, backlog: BACKLOG });
  } catch (error) {
    throw explainListenError(error, config, host);
  }
  if (hasDemoData && config.host !== null && !['localhost', '127.0.0.1', '::1'].includes(config.host)) {
    say(`Careful: ${config.host} may be reached by others, and the demo accounts' password is published.`);
  }
  return app;
}

async function serveMetrics(config: Config, runtime: Runtime, app: FastifyInstance | undefined): Promise<string | null> {
  try {
    return await runtime.serveMetrics(app);
  } catch (error) {
    throw config.metrics === null ? error : explainListenError(error, config.metrics, config.metrics.host, 'METRICS_');
  }
}

/** Before minutes are spent on a first start that cannot listen. @throws {ConfigError} */
async function requireFreePort(config: Config): Promise<void> {
  const host = config.host ?? 'localhost';
  const server = createServer();
  try {
    server.listen(config.port, host);
    await once(server, 'listening');
  } catch (error) {
    throw explainListenError(error, config, host);
  }
  server.close();
  await once(server, 'close');
}

function explainListenError(error: unknown, { port }: { port: number }, host: string, prefix: '' | 'METRICS_' = ''): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new ConfigError(`${prefix}PORT ${port} is taken by another program: set ${prefix}PORT to a free one.`);
  if (code === 'EACCES') return new ConfigError(`${prefix}PORT ${port} may not be used by this user: set ${prefix}PORT to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError(`${prefix}HOST is wrong: ${host} is no address of this machine.`);
  return error;
}

function urlOf(app: FastifyInstance, config: Config): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return config.publicUrl ?? `http://localhost:${port}`;
}

/** Resolves at the first signal; a second one ends the process immediately, which is safe for the data. */
function waitForSignal(): Promise<string> {
  return new Promise((resolve) => {
    let first = 0;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (first === 0) {
          first = Date.now();
          // A start can take long, for example while another process migrates. It is safe to end it: the next start continues.
          setTimeout(() => void (started || process.exit(exitCodes.temporaryFailure)), GIVE_UP_MS).unref();
        } else if (Date.now() - first > SAME_SIGNAL_MS) process.exit(1);
        resolve(signal);
      });
    }
  });
}

/** Jobs and requests at the same time (event streams end and reconnect elsewhere), then connections, then the embedded database. */
async function stop(app: FastifyInstance | undefined, runtime: Runtime, log: Logger, drainMs: number): Promise<void> {
  const signalledAt = performance.now();
  const leftUntil = (ms: number) => Math.max(0, ms - (performance.now() - signalledAt));
  const giveUp = (what: string, work: Promise<void>) =>
    withTimeout(GIVE_UP_MS, work).catch((error: unknown) => log.error({ err: error }, `could not end ${what}`));
  await Promise.all([
    giveUp('the jobs', runtime.stopJobs()),
    app && giveUp('the requests', closeRequests(app, log, { drainMs, cutMs: CUT_MS })),
  ]);
  await runtime.close(leftUntil(STOP_MS));
  log.info('stopped');
}

async function closeRequests(app: FastifyInstance, log: Logger, { drainMs, cutMs }: { drainMs: number; cutMs: number }): Promise<void> {
  let isCut = false;
  const cut = setTimeout(() => {
    log.warn('cutting requests that did not end');
    isCut = true;
    app.server.closeAllConnections();
  }, cutMs);
  await drain(app, drainMs);
  await app.close();
  clearTimeout(cut);
  if (isCut) await sleep(STORE_MS);
}

try {
  await start();
  // Handles left open by a library must not prevent the exit.
  process.exit(0);
} catch (error) {
  const explained = [ConfigError, AlreadyRunning, StorageUnavailable, DatabaseUnavailable];
  const isExplained = error instanceof Error && explained.some((kind) => error instanceof kind);
  process.stderr.write(
    isExplained ? `${error.message}\n` : `AI Image Suite could not ${started ? 'stop cleanly' : 'start'}: ${inspect(error)}\n`,
  );
  process.exit(exitCodeOf(error));
}

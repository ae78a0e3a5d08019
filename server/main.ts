// The program: configuration, database, listen, signals, graceful stop. People read stdout, machines the JSON lines on stderr.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { build } from '#server/app.ts';
import { ConfigError, readConfig, type Config } from '#server/config.ts';
import { BACKLOG, describeDrain } from '#server/http/connections.ts';
import { AlreadyRunning } from '#server/instance-lock.ts';
import { exitCodeOf, exitOnUnhandledErrors, notifyReady, openLog, waitForSupervisorExit } from '#server/process.ts';
import { openRuntime, type Runtime } from '#server/runtime.ts';
import { seed } from '#server/seed/seed.ts';
import { StorageUnavailable } from '#server/storage/s3-errors.ts';

/** Requests that take longer than this are cut when the server stops. */
const DRAIN_MS = 25_000;
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
    const url = app ? urlOf(app, config) : null;
    if (url !== null) runtime.lock?.setUrl(url);
    log.info({ url, role: config.role }, 'started');
    say(url === null ? 'AI Image Suite is ready to do jobs' : `AI Image Suite is ready at ${url}`);
    started = true;
    notifyReady();
    log.info({ signal: await stopping }, 'stopping');
    say(app ? describeDrain(app) : 'Stopping …');
  } finally {
    await stop(app, runtime, log);
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

function explainListenError(error: unknown, { port }: Config, host: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new ConfigError(`PORT ${port} is taken by another program: set PORT to a free one.`);
  if (code === 'EACCES') return new ConfigError(`PORT ${port} may not be used by this user: set PORT to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new ConfigError(`HOST is wrong: ${host} is no address of this machine.`);
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
        if (first === 0) first = Date.now();
        else if (Date.now() - first > SAME_SIGNAL_MS) process.exit(1);
        resolve(signal);
      });
    }
  });
}

/** Requests first (open event streams end and reconnect later), then jobs, then the database. */
async function stop(app: FastifyInstance | undefined, runtime: Runtime, log: Logger): Promise<void> {
  const cut = setTimeout(() => {
    log.warn('cutting requests that did not end');
    app?.server.closeAllConnections();
  }, DRAIN_MS);
  await app?.close();
  clearTimeout(cut);
  await runtime.close();
  log.info('stopped');
}

try {
  await start();
  // Handles left open by a library must not prevent the exit.
  process.exit(0);
} catch (error) {
  const told = error instanceof ConfigError || error instanceof AlreadyRunning || error instanceof StorageUnavailable;
  process.stderr.write(told ? `${error.message}\n` : `AI Image Suite could not ${started ? 'stop cleanly' : 'start'}: ${inspect(error)}\n`);
  process.exit(exitCodeOf(error));
}

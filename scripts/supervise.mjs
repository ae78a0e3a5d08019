// Supervises the server: if it was ready and died, it is restarted after a pause that doubles with each further failure. Plain Node, like
// everything that `npm start` runs before packages are installed.
import os from 'node:os';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** A process that was ready for so long had recovered. */
const STEADY_MS = 60_000;

/** Exit codes of the server (server/process.ts): a permanent failure of the start, and a temporary one. */
const PERMANENT_FAILURE = 1;
const TEMPORARY_FAILURE = 75;

/**
 * Runs the server until a signal, or until a restart would be useless. Resolves with the exit code.
 * @param start starts the process; it sends 'ready' when it serves
 * @param say prints a message
 */
export async function supervise({ start, say, signals = process, pause = pauseUntil, now = Date.now }) {
  const stop = new AbortController();
  let child = null;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    signals.on(signal, () => {
      stop.abort();
      child?.kill(signal);
    });
  }

  let wasReady = false;
  let wait = FIRST_PAUSE_MS;
  for (;;) {
    child = start();
    const { code, signal, readyAt } = await outcome(child, now);
    child = null;
    wasReady ||= readyAt !== null;
    if (stop.signal.aborted) return code ?? 128 + os.constants.signals[signal];
    if (code === 0 || code === PERMANENT_FAILURE) return code;
    // Never ready before: the configuration is the most likely cause.
    if (code === TEMPORARY_FAILURE && !wasReady) return PERMANENT_FAILURE;

    if (readyAt !== null && now() - readyAt >= STEADY_MS) wait = FIRST_PAUSE_MS;
    const how = signal ?? `exit code ${code}`;
    say(`AI Image Suite ended unexpectedly (${how}). It starts again in ${wait / 1000} s; Ctrl-C stops it.`);
    await pause(wait, stop.signal);
    if (stop.signal.aborted) return 0;
    wait = Math.min(wait * 2, MAX_PAUSE_MS);
  }
}

/** Waits for the process to end. */
function outcome(child, now) {
  return new Promise((resolve, reject) => {
    let readyAt = null;
    child.on('message', (message) => {
      if (message === 'ready') readyAt ??= now();
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal, readyAt }));
  });
}

/** Also ends on a stop signal. */
function pauseUntil(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

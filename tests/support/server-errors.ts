import { readFileSync } from 'node:fs';

/** A line of the server's log about a request that it answered with a 5xx. */
const failedRequest = /^\{"level":[56]0,.*"reqId":"/;

/**
 * For servers of which no test provokes an error.
 * @throws an Error with the lines of the log that tell of a request answered with a 5xx
 */
export function expectNoServerErrors(log: string): void {
  const lines = log.split('\n').filter((line) => failedRequest.test(line));
  if (lines.length > 0) throw new Error(`never a server error: ${lines.length} answered 5xx\n${lines.join('\n')}`);
}

let checked = 0;

/** The same for the lines that were added to this file since the last call. */
export function expectNoNewServerErrors(logFile: string): void {
  const added = readFileSync(logFile, 'utf8').slice(checked);
  const whole = added.slice(0, added.lastIndexOf('\n') + 1);
  checked += whole.length;
  expectNoServerErrors(whole);
}

// What helps whoever answers, line by line as the person reads it before it is sent. No name, no address, no photo, nothing that opens anything.
import { failedCalls } from '#src/lib/failure-log.ts';
import { pluralize, formatBytes } from '#src/lib/format.ts';
import type { Connection } from '#src/shell/connection.ts';

/** What of the photos on this device is told. */
export interface QueueFacts {
  waiting: number;
  needsAttention: number;
}

export interface DiagnosticFacts {
  connection: Connection;
  /** Undefined while it is not known. */
  queue: QueueFacts | undefined;
  /** As the browser estimates it; null where it does not. */
  storage: StorageEstimate | null;
  /** How the app was opened. */
  installed: boolean;
}

const MAX_FAILURES = 12;
/** As the contract takes them. */
const MAX_LENGTH = 6000;

const connectionLabels: Record<Connection, string> = {
  online: 'yes',
  offline: 'no, the device has no network',
  unreachable: 'no, the server didn’t respond',
};

/** The name of the file that the app began with: each version has its own. */
function appVersion(): string {
  const entry = [...document.scripts].find(({ src }) => /\/assets\/[\w-]+\.js$/.test(src));
  return entry ? entry.src.replace(/^.*\/assets\/|\.js$/g, '') : 'development';
}

export function diagnosticsText({ connection, queue, storage, installed }: DiagnosticFacts): string {
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  const failures = failedCalls().slice(-MAX_FAILURES);
  return [
    `App version: ${appVersion()}${installed ? ', installed' : ''}`,
    `Browser: ${navigator.userAgent}`,
    `Language: ${navigator.language}, time zone ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`,
    `Screen: ${innerWidth} × ${innerHeight}, ${devicePixelRatio} pixels per point`,
    `Online: ${connectionLabels[connection]}`,
    `Storage: ${storage ? `${formatBytes(storage.usage ?? 0)} used of ${formatBytes(storage.quota ?? 0)}` : 'not known'}`,
    queue
      ? `Queue: ${pluralize(queue.waiting, 'photo', 'photos')} waiting, ${queue.needsAttention} of them need attention`
      : 'Queue: not known',
    failures.length === 0 ? 'Recent failures: none' : 'Recent failures:',
    ...failures.map(({ at, call, outcome, requestId }) => `  ${at} ${call} ${outcome}${requestId ? `, request ${requestId}` : ''}`),
  ]
    .join('\n')
    .slice(0, MAX_LENGTH);
}

import { formatFullDate } from '#src/lib/format.ts';
import type { DataRequest } from './queries.ts';

/** What they wrote, above what is done about it. */
export function RequestNote({ request: { note, by_letter: byLetter, asked_at: at } }: { request: DataRequest }) {
  return (
    <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-muted">
      {byLetter ? 'Received by email or letter on' : 'Requested in the app on'} {formatFullDate(at)}
      {note === '' ? '.' : `: “${note}”`}
    </p>
  );
}

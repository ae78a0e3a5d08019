import { pluralize } from '#src/lib/format.ts';
import type { Generation } from './generation.ts';

function queueLabel(before: number | null): string {
  if (before === null) return 'In the queue';
  return before === 0 ? 'Next in line' : `${pluralize(before, 'request', 'requests')} ahead of yours`;
}

/** How far something is that is not finished. */
export const progressLabel = ({ status, queue_position: before, message }: Generation): string =>
  status === 'queued' ? queueLabel(before) : (message ?? 'Creating…');

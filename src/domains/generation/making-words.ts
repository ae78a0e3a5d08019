import { counted } from '#src/lib/format.ts';
import type { Generation } from './generation.ts';

function queueWords(before: number | null): string {
  if (before === null) return 'In the queue';
  return before === 0 ? 'Next in line' : `${counted(before, 'request', 'requests')} ahead of yours`;
}

/** How far something is that is not finished. */
export const makingWords = ({ status, queue_position: before, message }: Generation): string =>
  status === 'queued' ? queueWords(before) : (message ?? 'Creating…');

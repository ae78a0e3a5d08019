import type { Tone } from '#src/ui/badge.tsx';
import type { PlatformEvent } from './queries.ts';

export const eventStatusWords: Record<PlatformEvent['status'], { name: string; tone: Tone }> = {
  draft: { name: 'Draft', tone: 'warning' },
  active: { name: 'Open', tone: 'accent' },
  live: { name: 'Live', tone: 'success' },
  ended: { name: 'Ended', tone: 'neutral' },
  archived: { name: 'Archived', tone: 'neutral' },
};

export const photoStatusWords = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;

/** What a pause means, before it is made. */
export const PAUSE_WORDS =
  'Its cameras close within 30 seconds. Photos waiting on phones are still accepted, and everything else continues. The organization sees the reason.';

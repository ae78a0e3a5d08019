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

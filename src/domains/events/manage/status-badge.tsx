import type { Event } from '#src/domains/events/event.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { statusWords } from './status-words.ts';

const tones: Record<Event['status'], Tone> = { draft: 'warning', active: 'accent', live: 'success', ended: 'neutral', archived: 'neutral' };

export function StatusBadge({ status }: { status: Event['status'] }) {
  return <Badge tone={tones[status]}>{statusWords[status].name}</Badge>;
}

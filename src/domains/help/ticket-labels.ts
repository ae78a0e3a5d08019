import type { Tone } from '#src/ui/badge.tsx';
import type { Ticket } from './queries.ts';

export const ticketCategoryLabels: Record<Ticket['category'], { name: string; help: string }> = {
  problem: { name: 'Problem', help: 'Something doesn’t work.' },
  question: { name: 'Question', help: 'How to do something.' },
  idea: { name: 'Idea', help: 'Something you’d like to see.' },
};

export const ticketStatusLabels: Record<Ticket['status'], { name: string; tone: Tone }> = {
  open: { name: 'Open', tone: 'accent' },
  answered: { name: 'Answered', tone: 'success' },
  closed: { name: 'Closed', tone: 'neutral' },
};

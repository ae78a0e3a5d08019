import { listEventsParameters } from '#openapi/events-list.ts';
import type { Scope } from '#src/domains/events/event-lists.ts';
import type { ListParameters } from '#src/lib/list-search.ts';

/** Search parameters of the overview: section and text. The list grows, so there is no cursor. */
export const overviewParameters = {
  ...listEventsParameters,
  choices: { scope: ['mine', 'discover', 'past'] },
  defaults: { scope: 'mine' },
  cursor: 0,
} as const satisfies ListParameters & { choices: { scope: readonly Scope[] } };

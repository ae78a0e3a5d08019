import { listEventsParameters } from '#openapi/lists.ts';
import type { Scope } from '#src/domains/events/queries.ts';
import type { ListParameters } from '#src/lib/list-search.ts';

/** Which events the overview shows, as the URL holds it: one of its sections, and words. It grows, so no page is held. */
export const overviewParameters = {
  ...listEventsParameters,
  choices: { scope: ['mine', 'discover', 'past'] },
  defaults: { scope: 'mine' },
  cursor: 0,
} as const satisfies ListParameters & { choices: { scope: readonly Scope[] } };

import type { Event } from '#src/domains/events/event.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';

/** Why this event cannot be changed from here now; null when it can. */
export function useDisabledReason({ can, deleted_at: deletedAt }: Event): string | null {
  const connection = useConnection();
  if (connection !== 'online') return NEEDS_CONNECTION;
  if (deletedAt !== null) return 'The event is deleted.';
  return can.manage ? null : 'Your organization is suspended. You can view its events, but not change them.';
}

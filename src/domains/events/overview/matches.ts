import type { Event } from '#src/domains/events/event.ts';

/** As the server searches: a part of the name, the place or the organization's name, whatever its case. */
export function matches({ name, location, organization_name }: Event, q: string): boolean {
  const part = q.trim().toLowerCase();
  return [name, location, organization_name].some((text) => text.toLowerCase().includes(part));
}

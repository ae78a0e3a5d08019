// Whose credits and gallery can be used for photos of an event.
import type { components } from '#openapi/api.ts';
import type { Snapshot } from '#src/session/store.ts';
import type { ImageOwner } from './generation.ts';

export interface OwnerChoice {
  owner: ImageOwner;
  name: string;
}

/** The event's organization first, if the person belongs to it and it is active; then the person. */
export function eventOwners(
  { organization_id: organizationId, relation }: Pick<components['schemas']['Event'], 'organization_id' | 'relation'>,
  organizations: Snapshot['user']['organizations'],
): OwnerChoice[] {
  const mine = { owner: null, name: 'Mine' };
  const own = organizations.find(({ id, status }) => id === organizationId && status === 'active');
  return relation === 'organization' && own ? [{ owner: own.id, name: own.name }, mine] : [mine];
}

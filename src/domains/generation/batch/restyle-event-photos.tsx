import type { components } from '#openapi/api.ts';
import { eventOwners } from '#src/domains/generation/event-owners.ts';
import { pluralize } from '#src/lib/format.ts';
import { useSession } from '#src/session/use-session.ts';
import RestyleMany from './restyle-many.tsx';

export interface RestyleEventPhotosProps {
  event: Pick<components['schemas']['Event'], 'id' | 'name' | 'organization_id' | 'relation' | 'can'>;
  account: string;
  /** Null: the whole gallery, or a section of it. */
  photoIds: readonly string[] | null;
  sectionId: string | null;
  onClose: () => void;
}

/** Changes selected photos of an event, or its gallery, in one style. */
export default function RestyleEventPhotos({ event, account, photoIds, sectionId, onClose }: RestyleEventPhotosProps) {
  const { id, name } = event;
  const isStaff = event.relation === 'organization';
  const whole = sectionId ? 'Restyle this section' : 'Restyle the whole gallery';
  return (
    <RestyleMany
      account={account}
      title={photoIds ? `Restyle ${pluralize(photoIds.length, 'photo', 'photos')}` : whole}
      photos={
        photoIds
          ? { sources: photoIds.map((photo) => ({ kind: 'photo', id: photo, event_id: id })) }
          : { gallery: { event_id: id, section_id: sectionId } }
      }
      owners={eventOwners(event, useSession()?.user.organizations ?? [])}
      event={isStaff || event.can.capture ? { id, name } : null}
      onClose={onClose}
    />
  );
}

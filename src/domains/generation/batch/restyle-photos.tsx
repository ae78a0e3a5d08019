import type { ReactNode } from 'react';
import type { components } from '#openapi/api.ts';
import { pluralize } from '#src/lib/format.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { RestyleManyProps } from './restyle-many.tsx';

const RestyleMany = lazyPart<RestyleManyProps>(() => import('./restyle-many.tsx'), {
  name: 'the styles',
  close: ({ onClose }) => onClose(),
});

type EventOfPhotos = Pick<components['schemas']['Event'], 'id' | 'name' | 'organization_id' | 'relation' | 'can'>;

/** Renders restyling of selected photos of an event, or of its gallery (null) or a section, loaded on demand. */
export const restylePhotosOf =
  (event: EventOfPhotos, account: string) =>
  (photoIds: readonly string[] | null, sectionId: string | null, onClose: () => void): ReactNode => {
    const { id, name, organization_id: organizationId } = event;
    const mine = { owner: null, name: 'Mine' };
    const isStaff = event.relation === 'organization';
    return (
      <RestyleMany
        account={account}
        title={
          photoIds
            ? `Restyle ${pluralize(photoIds.length, 'photo', 'photos')}`
            : sectionId
              ? 'Restyle this section'
              : 'Restyle the whole gallery'
        }
        photos={
          photoIds
            ? { sources: photoIds.map((photo) => ({ kind: 'photo', id: photo, event_id: id })) }
            : { gallery: { event_id: id, section_id: sectionId } }
        }
        owners={isStaff ? [{ owner: organizationId, name: 'The organization’s' }, mine] : [mine]}
        event={isStaff || event.can.capture ? { id, name } : null}
        onClose={onClose}
      />
    );
  };

import { useQuery } from '@tanstack/react-query';
import { type LibraryImage, sourceOf } from '#src/domains/generation/library/library-image.ts';
import { ownEventsQuery } from '#src/domains/generation/queries.ts';
import { pluralize } from '#src/lib/format.ts';
import RestyleMany, { type RestyleManyProps } from './restyle-many.tsx';

export interface RestyleImagesProps extends Pick<RestyleManyProps, 'account' | 'owners' | 'onClose'> {
  images: readonly LibraryImage[];
}

/** Changes selected images of a library in one style. Photos of one event can be posted there. */
export default function RestyleImages({ images, ...rest }: RestyleImagesProps) {
  const [first, ...others] = [...new Map(images.flatMap(({ event }) => (event ? [[event.id, event]] : []))).values()];
  const isOfOne = first !== undefined && others.length === 0 && images.every(({ event }) => event !== null);
  const { data: events, isPending } = useQuery({ ...ownEventsQuery, enabled: isOfOne });
  const event = isOfOne ? events?.find(({ id }) => id === first.id) : undefined;
  const canPost = event !== undefined && (event.relation === 'organization' || event.can.capture);
  const noPost = !isOfOne
    ? 'To post results to an event, select photos of that event only.'
    : isPending
      ? null
      : `You can’t add photos to ${first.name} now, so the results aren’t posted there.`;
  return (
    <RestyleMany
      {...rest}
      title={`Restyle ${pluralize(images.length, 'image', 'images')}`}
      photos={{ sources: images.map(sourceOf) }}
      event={canPost ? { id: event.id, name: event.name } : null}
      noPost={canPost ? null : noPost}
    />
  );
}

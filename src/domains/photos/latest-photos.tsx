// A strip of the latest photos of an event.
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { formatCount } from '#src/lib/format.ts';
import { placeholder } from '#src/lib/thumbhash.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { photoUrl } from '#src/shell/photo-url.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Heart, ImageOff, Images } from '#src/ui/icons.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { describePhoto, useEventZone } from './labels.ts';
import type { Photo } from './photo.ts';

const MAX_PHOTOS = 8;
const FILL = 'absolute inset-0 size-full object-cover';
const STRIP = 'grid grid-cols-4 gap-1 sm:grid-cols-8';

/** Persisted for recent events. `uploader`: only this person's photos. */
function latestQuery(eventId: string, uploader?: string) {
  return queryOptions({
    queryKey: ['photos', eventId, 'latest', ...(uploader === undefined ? [] : [uploader])] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_PHOTOS, ...(uploader !== undefined && { uploader }) };
      return unwrap(await api.GET('/api/v1/event/{id}/photos', { params: { path: { id: eventId }, query }, signal })).items;
    },
    meta: {
      atEvent: true,
      ...(uploader === undefined ? { persist: { among: 'latest', most: 10 }, anew: true } : { persist: { among: 'own-latest', most: 3 } }),
    },
  });
}

interface LatestPhotosProps {
  eventId: string;
  /** The last change known to the screen; a new value refetches. */
  position: number | undefined;
}

export function LatestPhotos({ eventId, position }: LatestPhotosProps) {
  const query = useQuery(latestQuery(eventId));
  const { refetch } = query;
  useEffect(() => {
    if (position !== undefined) void refetch({ cancelRefetch: false });
  }, [position, refetch]);
  return (
    <Strip eventId={eventId} title="Latest photos" query={query}>
      Photos from this event appear here as they arrive.
    </Strip>
  );
}

export interface OwnLatestPhotosProps {
  event: { id: string; name: string };
  account: string;
}

/** The person's latest photos with their likes. */
export function OwnLatestPhotos({ event, account }: OwnLatestPhotosProps) {
  const query = useQuery(latestQuery(event.id, account));
  useRefetchOnReconnect(query);
  return (
    <Strip eventId={event.id} title={`Your latest photos from ${event.name}`} query={query} likes>
      Photos you take at this event appear here once they’re uploaded.
    </Strip>
  );
}

interface StripProps {
  eventId: string;
  title: string;
  query: UseQueryResult<Photo[]>;
  /** Shows the number of likes on each photo. */
  likes?: boolean;
  /** The empty state. */
  children: ReactNode;
}

function Strip({ eventId, title, query, likes = false, children }: StripProps) {
  const gallery = (
    <Link to="/event/$id/gallery" params={{ id: eventId }} className={buttonClass({ size: 'sm' })}>
      Open gallery
    </Link>
  );
  return (
    <Card title={title} actions={gallery}>
      <QueryState
        query={query}
        failed="Couldn’t load the latest photos"
        offline="They appear once you’re back online."
        skeleton={
          <Loading label="Loading the latest photos" className={STRIP}>
            {Array.from({ length: MAX_PHOTOS }, (_, index) => (
              <Skeleton key={index} className="aspect-square" />
            ))}
          </Loading>
        }
      >
        {(photos) =>
          photos.length === 0 ? (
            <EmptyState icon={<Images />} title="No photos yet">
              {children}
            </EmptyState>
          ) : (
            <ul className={STRIP}>
              {photos.map((photo) => (
                <li key={photo.id}>
                  <Latest photo={photo} likes={likes ? photo.likes : 0} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Card>
  );
}

function Latest({ photo, likes }: { photo: Photo; likes: number }) {
  return (
    <Link
      to="/event/$id/gallery"
      params={{ id: photo.event_id }}
      search={{ photo: photo.id }}
      aria-label={describePhoto(photo, useEventZone())}
      className="relative block aspect-square overflow-hidden rounded-sm bg-sunken"
    >
      {photo.thumbhash && <img src={placeholder(photo.thumbhash)} alt="" className={FILL} />}
      {photo.state === 'unreadable' && (
        <span aria-hidden className="absolute inset-0 grid place-items-center text-ink-muted">
          <ImageOff className="size-6" />
        </span>
      )}
      {photo.state === 'ready' && <MediaImage src={photoUrl(photo, 'thumb')} alt="" className={FILL} />}
      {likes > 0 && (
        <span className="absolute right-1 bottom-1 inline-flex items-center gap-1 rounded-full bg-black/70 px-1.5 py-0.5 text-xs font-medium text-white tabular-nums">
          <Heart aria-hidden className="size-3 fill-current" />
          {formatCount(likes)}
        </span>
      )}
    </Link>
  );
}

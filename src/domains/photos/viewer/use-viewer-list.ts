// The list that the viewer walks along: the gallery's, or only the photo that the URL names, when the gallery's list does not hold it.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { FeedItem } from '#src/domains/photos/feed.ts';
import type { Gallery } from '#src/domains/photos/gallery-type.ts';
import type { PhotoSequence } from '#src/domains/photos/photo-sequence.ts';
import { photoQuery } from '#src/domains/photos/queries.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { ApiError } from '#src/transport/problem.ts';
import { toast } from '#src/ui/toast.ts';

const nothing: PhotoSequence = { length: 0, at: () => undefined, indexOf: () => -1, want: () => undefined };

const singlePhotoList = (item: FeedItem): PhotoSequence => ({
  length: 1,
  at: (index) => (index === 0 ? item : undefined),
  indexOf: (id) => (id === item.id ? 0 : -1),
  want: () => undefined,
});

/** @param onClose called when the photo that is to be opened cannot be had */
export function useViewerList(gallery: Gallery, eventId: string, openId: string, onClose: () => void): PhotoSequence {
  const { order, hidden, asWished, isOutboxRead } = gallery;
  const [startId] = useState(openId);
  const inList = order.indexOf(startId) !== -1;
  const [place, setPlace] = useState<'sought' | 'in-list' | 'alone'>(inList ? 'in-list' : 'sought');

  const locate = useEffectEvent((id: string) => gallery.locate(id));
  useEffect(() => {
    // One that waits here is not known to the server: it must not be asked before this device's own are known.
    if (place !== 'sought' || !isOutboxRead) return undefined;
    let waits = true;
    // Without a connection the photo alone may still be on the phone.
    locate(startId).then(
      (index) => waits && setPlace(index === null ? 'alone' : 'in-list'),
      () => waits && setPlace('alone'),
    );
    return () => void (waits = false);
  }, [place, startId, isOutboxRead]);

  const isAlone = place === 'alone' && !inList;
  const { data, error } = useQuery({ ...photoQuery(eventId, startId), enabled: isAlone });
  useEffect(() => {
    if (!error || !isAlone) return;
    const gone = error instanceof ApiError && (error.status === 404 || error.status === 410);
    toast.info(
      gone ? 'This photo is no longer available' : 'Couldn’t open this photo',
      gone ? {} : { detail: describeFailure(error).detail },
    );
    onClose();
  }, [error, isAlone, onClose]);

  return useMemo(() => {
    if (!isAlone) return order;
    if (!data || hidden.has(data.id)) return nothing;
    return singlePhotoList({ kind: 'stored', id: data.id, photo: asWished(data) });
  }, [order, isAlone, data, hidden, asWished]);
}

import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { buildPhoto } from '#tests/support/factories/api.ts';
import { findCachedPhoto, putPhoto } from './apply-changes.ts';
import { NO_FILTER } from './filter.ts';
import { cacheDeliveredPhoto, readCachedGallery, writeCachedGallery } from './gallery-cache.ts';
import { shapeQuery } from './queries.ts';
import { shapeOf } from './timeline.ts';

it('the answer to an upload adds the photo, but does not overwrite what the stream reported since', () => {
  const client = new QueryClient();
  const photo = buildPhoto({ state: 'ready' });
  const of = { eventId: photo.event_id, account: photo.uploader.id, filter: NO_FILTER };
  client.setQueryData(shapeQuery(of).queryKey, shapeOf({ resolution: 'minute', buckets: [], total: 0, stream_position: 10 }));
  const read = () => readCachedGallery(client, of)!;
  const deliver = () => cacheDeliveredPhoto(client, of.account, { ...photo, state: 'processing' });
  const state = () => findCachedPhoto(read(), photo.id)?.state;

  deliver();
  expect(state()).toBe('processing');
  writeCachedGallery(client, of, read(), putPhoto(read(), photo));
  deliver();
  expect(state()).toBe('ready');
});

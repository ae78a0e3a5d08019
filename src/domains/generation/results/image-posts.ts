// The events that an image was posted to: what the server knows, and what still waits in this device's outbox.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { components } from '#openapi/api.ts';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import { deleteImagePost, invalidatePosts } from '#src/domains/generation/queries.ts';
import { subscribeOutbox } from '#src/outbox/messages.ts';
import { discard } from '#src/outbox/queue-management.ts';
import { pendingPhotos } from '#src/outbox/queue.ts';
import type { PhotoRecord } from '#src/outbox/record.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { toast } from '#src/ui/toast.ts';
import { type Sender, sendImageToEvent } from './image-to-event.ts';

export interface ShownPost {
  eventId: string;
  eventName: string;
  photoId: string;
  /** `waiting`: only on this device. `parked`: it can't be sent; the queue says why. */
  state: 'waiting' | 'parked' | components['schemas']['ImagePost']['status'];
  /** Only the person who posted it can withdraw it here. */
  isOwn: boolean;
}

const ofServer = ({ posts = [] }: GeneratedImage): ShownPost[] =>
  posts.map((post) => ({
    eventId: post.event_id,
    eventName: post.event_name,
    photoId: post.photo_id,
    state: post.status,
    isOwn: post.is_own,
  }));

const ofQueue = ({ eventId, eventName, id, state }: PhotoRecord): ShownPost => ({
  eventId,
  eventName,
  photoId: id,
  state: state === 'parked' ? 'parked' : 'waiting',
  isOwn: true,
});

type PostedEvent = Parameters<typeof sendImageToEvent>[0];

interface ImagePosts {
  posts: readonly ShownPost[];
  /** Adds the image to the outbox. Repeated presses have no effect. */
  post: (event: PostedEvent) => Promise<void>;
  withdraw: (post: ShownPost) => Promise<void>;
  /** Ids of the events whose post is being added or withdrawn. */
  busy: ReadonlySet<string>;
}

export function useImagePosts(sender: Sender, image: GeneratedImage): ImagePosts {
  const client = useQueryClient();
  const { account } = sender;
  const queue = pendingPhotos(account);
  const { data: queued } = useSyncExternalStore(queue.subscribe, queue.read);
  /** Delivered or withdrawn here, until the server was asked again. By event; null: withdrawn. */
  const [changed, setChanged] = useState<ReadonlyMap<string, ShownPost | null>>(new Map());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const begin = (eventId: string) => setBusy((now) => new Set([...now, eventId]));
  const end = (eventId: string) => setBusy((now) => new Set([...now].filter((id) => id !== eventId)));
  const here = (queued ?? []).filter(({ imageId }) => imageId === image.id).map(ofQueue);

  const settle = async (eventId: string, post: ShownPost | null) => {
    setChanged((now) => new Map(now).set(eventId, post));
    await refetch(client);
    setChanged((now) => new Map([...now].filter(([id]) => id !== eventId)));
  };
  const onDelivered = useEffectEvent((photo: components['schemas']['Photo']) => {
    const sent = here.find(({ eventId }) => eventId === photo.event_id);
    const isThis = sent !== undefined && queued?.some(({ id, sha256 }) => id === sent.photoId && sha256 === photo.sha256);
    if (isThis) void settle(photo.event_id, { ...sent, photoId: photo.id, state: photo.status });
  });
  useEffect(
    () =>
      subscribeOutbox((message) => {
        if (message.type === 'delivered' && message.photo.source === 'generated') onDelivered(message.photo);
      }),
    [],
  );

  const byEvent = new Map<string, ShownPost | null>();
  for (const post of [...ofServer(image), ...here]) byEvent.set(post.eventId, post);
  for (const [eventId, post] of changed) byEvent.set(eventId, post);
  return {
    posts: [...byEvent.values()].filter((post) => post !== null),
    busy,
    async post(event) {
      if (busy.has(event.id)) return;
      begin(event.id);
      const sent = await sendImageToEvent(event, image, sender);
      if (sent.outcome === 'failed') toast.error('Couldn’t post the image', { detail: sent.why });
      else if (sent.outcome === 'known') {
        toast.info(`This image is already in ${event.name}`);
        await refetch(client);
      }
      queue.reload();
      end(event.id);
    },
    async withdraw(post) {
      if (busy.has(post.eventId)) return;
      begin(post.eventId);
      try {
        const isHere = post.state === 'waiting' || post.state === 'parked';
        if (!isHere || (await discard(post.photoId)) === 'delivered') await deleteImagePost(account, post);
        await settle(post.eventId, null);
      } catch (error) {
        toast.error('Couldn’t withdraw the image', { detail: describeFailure(error).detail });
      }
      end(post.eventId);
    },
  };
}

/** What can't be read now is read when the screen is shown again. */
const refetch = (client: QueryClient): Promise<void> =>
  invalidatePosts(client).catch((error: unknown) => console.warn('The posts of images could not be read', error));

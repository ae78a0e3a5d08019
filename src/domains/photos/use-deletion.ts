// Deletes photos of one gallery, with undo by the toast, and restores earlier deletions of this tab.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { pluralize } from '#src/lib/format.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { toast } from '#src/ui/toast.ts';
import { cacheDeliveredPhoto, removePhotosFromCache } from './gallery-cache.ts';
import type { Photo } from './photo.ts';
import { deletePhotos, restorePhotos } from './queries.ts';

const NOTHING_HIDDEN: ReadonlySet<string> = new Set();
const photosLabel = (count: number): string => (count === 1 ? 'Photo' : pluralize(count, 'photo', 'photos'));

interface PhotoDeletion {
  /** Deleted or about to be: they may still be cached. */
  hidden: ReadonlySet<string>;
  remove(photos: readonly Photo[]): void;
  /** Restores earlier deletions by id. */
  restore(ids: readonly string[]): void;
}

function createPhotoDeletion(
  client: QueryClient,
  { account, eventId }: { account: string; eventId: string },
  setHidden: (change: (now: ReadonlySet<string>) => ReadonlySet<string>) => void,
): Omit<PhotoDeletion, 'hidden'> {
  const deleted = new Set<string>();
  const show = (ids: readonly string[]) => setHidden((now) => new Set([...now].filter((id) => !ids.includes(id))));
  const item = () => `photos of ${eventId}`;
  const send = async (ids: readonly string[]): Promise<readonly string[]> => {
    const refused = new Set(await deletePhotos(account, eventId, ids));
    const gone = ids.filter((id) => !refused.has(id));
    for (const id of gone) deleted.add(id);
    removePhotosFromCache(client, account, eventId, gone);
    recordDeletion(account, eventId, gone);
    if (refused.size > 0) {
      toast.warning(`${pluralize(refused.size, 'photo was', 'photos were')} not deleted`, {
        detail: 'Only the photographer and the organization can delete a photo.',
      });
    }
    return gone;
  };
  const revert = async (ids: readonly string[]): Promise<number> => {
    const { restored, refused } = await restorePhotos(account, eventId, ids);
    for (const photo of restored) {
      deleted.delete(photo.id);
      cacheDeliveredPhoto(client, account, photo);
    }
    recordRestore(account, eventId, ids);
    show(restored.map(({ id }) => id));
    if (restored.length === 0 && refused.length > 0) {
      throw new UserFacingError('Deleted photos can be restored for 25 minutes, by the person who deleted them.');
    }
    return restored.length;
  };
  const hide = (ids: readonly string[]) => {
    setHidden((now) => new Set([...now, ...ids]));
    // Deleted photos stay hidden until restored, because they may still be cached.
    return () => show(ids.filter((id) => !deleted.has(id)));
  };
  const remove = optimisticMutation<readonly string[], readonly string[]>({
    item,
    apply: hide,
    send,
    // They reappear once the server has restored them.
    applyRevert: () => () => undefined,
    revert,
    done: (_ids, gone) => `${photosLabel(gone.length)} deleted`,
    failed: 'Couldn’t delete the photos',
  });
  const restore = optimisticMutation<readonly string[], number>({
    item,
    apply: () => () => undefined,
    send: revert,
    done: (_ids, count) => `${photosLabel(count)} restored`,
    failed: 'Couldn’t restore the photos',
  });
  return { remove: (photos) => remove(photos.map(({ id }) => id)), restore };
}

export function usePhotoDeletion(account: string, eventId: string): PhotoDeletion {
  const client = useQueryClient();
  const [hidden, setHidden] = useState(NOTHING_HIDDEN);
  const actions = useMemo(() => createPhotoDeletion(client, { account, eventId }, setHidden), [account, client, eventId]);
  return { hidden, ...actions };
}

/** A deletion of this tab that can be restored, even after the toast and a reload. */
interface Deletion {
  ids: readonly string[];
  at: number;
}

/** A minute less than the server's limit (contract, restorePhotos). */
const RESTORABLE_MS = 24 * 60_000;
const MAX_STORED = 20;

const listeners = new Set<() => void>();
const keyOf = (account: string, eventId: string): string => `deleted-photos:${account}:${eventId}`;

function parse(stored: string | null): readonly Deletion[] {
  const oldest = Date.now() - RESTORABLE_MS;
  return (JSON.parse(stored ?? '[]') as Deletion[]).filter(({ at }) => at > oldest);
}

function change(account: string, eventId: string, to: (now: readonly Deletion[]) => readonly Deletion[]): void {
  const key = keyOf(account, eventId);
  sessionStorage.setItem(key, JSON.stringify(to(parse(sessionStorage.getItem(key))).slice(0, MAX_STORED)));
  for (const listener of listeners) listener();
}

/** Latest first. */
const recordDeletion = (account: string, eventId: string, ids: readonly string[]): void => {
  if (ids.length > 0) change(account, eventId, (now) => [{ ids, at: Date.now() }, ...now]);
};

const recordRestore = (account: string, eventId: string, ids: readonly string[]): void =>
  change(account, eventId, (now) =>
    now
      .map((deletion) => ({ ...deletion, ids: deletion.ids.filter((id) => !ids.includes(id)) }))
      .filter((deletion) => deletion.ids.length > 0),
  );

export function useDeletions(account: string, eventId: string): readonly Deletion[] {
  const stored = useSyncExternalStore(subscribe, () => sessionStorage.getItem(keyOf(account, eventId)));
  return useMemo(() => parse(stored), [stored]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

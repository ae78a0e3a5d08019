// What this person deleted in this tab and can still have back, also after the toast and a reload.
import { useMemo, useSyncExternalStore } from 'react';

export interface Deletion {
  ids: readonly string[];
  at: number;
}

/** A minute less than the server restores them (contract, restorePhotos). */
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

/** The latest first. */
export const recordDeletion = (account: string, eventId: string, ids: readonly string[]): void => {
  if (ids.length > 0) change(account, eventId, (now) => [{ ids, at: Date.now() }, ...now]);
};

export const recordRestore = (account: string, eventId: string, ids: readonly string[]): void =>
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

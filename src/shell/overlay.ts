// Optimistic patches: what was changed here and the server does not say yet, laid over its answers wherever they are shown, so that an answer
// read meanwhile does not show the old state for a moment. `optimisticMutation` says when each is dropped.
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useCallback } from 'react';

interface PendingPatch<Item> {
  key: string;
  /** Null: it is gone. */
  patch: Partial<Item> | null;
}

export interface Overlay<Item> {
  /** @returns what takes it away again */
  add: (key: string, patch: Partial<Item> | null) => () => void;
  /** Items as they will be; null for one that is gone. The same item when nothing lies over it. */
  usePatched: () => (key: string, item: Item) => Item | null;
  /** Whether a change of this item is on its way, by the name of the field. */
  useIsPending: (key: string) => (field: keyof Item) => boolean;
}

export function createOverlay<Item extends object>(): Overlay<Item> {
  const changesAtom = atom<readonly PendingPatch<Item>[]>([]);
  const store = getDefaultStore();
  return {
    add(key, patch) {
      const change = { key, patch };
      store.set(changesAtom, [...store.get(changesAtom), change]);
      return () =>
        store.set(
          changesAtom,
          store.get(changesAtom).filter((each) => each !== change),
        );
    },
    usePatched() {
      const changes = useAtomValue(changesAtom, { store });
      return useCallback(
        (key: string, item: Item) => {
          let shown: Item | null = item;
          for (const change of changes) if (change.key === key) shown = shown && change.patch && { ...shown, ...change.patch };
          return shown;
        },
        [changes],
      );
    },
    useIsPending(key) {
      const changes = useAtomValue(changesAtom, { store });
      return useCallback(
        (field: keyof Item) => changes.some((change) => change.key === key && change.patch !== null && field in change.patch),
        [changes, key],
      );
    },
  };
}

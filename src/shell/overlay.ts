// Optimistic patches: local changes that the server does not report yet, applied to its answers wherever they are shown, so that an answer read in
// the meantime does not show the old state for a moment. `optimisticMutation` drops each patch.
import { type Atom, atom, getDefaultStore, useAtomValue } from 'jotai';
import { useCallback } from 'react';

interface PendingPatch<Item> {
  key: string;
  /** Null: it is gone. */
  patch: Partial<Item> | null;
}

export interface Overlay<Item> {
  changes: Atom<readonly PendingPatch<Item>[]>;
  /** @returns what takes it away again */
  add: (key: string, patch: Partial<Item> | null) => () => void;
  /** Patched items; null for a deleted one. The same object if it has no patch. */
  usePatched: () => (key: string, item: Item) => Item | null;
  /** Whether a change of this item's field is pending. */
  useIsPending: (key: string) => (field: keyof Item) => boolean;
}

const store = getDefaultStore();

/** `usePatched` of the overlay with these changes, if the overlay is not the same in each use. */
export function usePatchedBy<Item>(changesAtom: Overlay<Item>['changes']): ReturnType<Overlay<Item>['usePatched']> {
  const changes = useAtomValue(changesAtom, { store });
  return useCallback(
    (key: string, item: Item) => {
      let shown: Item | null = item;
      for (const change of changes) if (change.key === key) shown = shown && change.patch && { ...shown, ...change.patch };
      return shown;
    },
    [changes],
  );
}

export function createOverlay<Item extends object>(): Overlay<Item> {
  const changesAtom = atom<readonly PendingPatch<Item>[]>([]);
  return {
    changes: changesAtom,
    add(key, patch) {
      const change = { key, patch };
      store.set(changesAtom, [...store.get(changesAtom), change]);
      return () =>
        store.set(
          changesAtom,
          store.get(changesAtom).filter((each) => each !== change),
        );
    },
    usePatched: () => usePatchedBy(changesAtom),
    useIsPending(key) {
      const changes = useAtomValue(changesAtom, { store });
      return useCallback(
        (field: keyof Item) => changes.some((change) => change.key === key && change.patch !== null && field in change.patch),
        [changes, key],
      );
    },
  };
}

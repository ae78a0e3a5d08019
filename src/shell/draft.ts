// Unsent text of a form, stored on the device: it survives a reload, an ended session and a failed call. Stored with the id of the request, so that
// a retry after a lost answer does not send it twice.
import { useCallback, useRef, useState } from 'react';
import { uuid7 } from '#src/lib/uuid7.ts';
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';

const MAX_AGE_MS = 7 * 24 * 3600 * 1000;

interface StoredDraft<Values> {
  id: string;
  savedAt: number;
  values: Values;
}

export interface Draft<Values> {
  /** The idempotency key of the request. */
  id: string;
  values: Values;
  save: (values: Values) => void;
  /** After it was sent or given up. The next draft gets a new id. */
  clear: () => void;
}

/**
 * @param name identifies the account and the form
 * @param empty the initial values; also defines the fields
 */
export function useDraft<Values extends object>(name: string, empty: Values): Draft<Values> {
  const key = `draft:${name}`;
  const [{ id, values }, begin] = useState(() => read(key, empty));
  // Saves use the current id, even before the screen renders again.
  const current = useRef(id);
  const save = useCallback(
    (next: Values) => {
      const isEmpty = JSON.stringify({ ...empty, ...next }) === JSON.stringify(empty);
      const draft: StoredDraft<Values> = { id: current.current, savedAt: Date.now(), values: next };
      writeLocalStorage(key, isEmpty ? null : JSON.stringify(draft));
    },
    [key, empty],
  );
  const clear = useCallback(() => {
    current.current = uuid7();
    writeLocalStorage(key, null);
    begin({ id: current.current, values: empty });
  }, [key, empty]);
  return { id, values, save, clear };
}

function read<Values extends object>(key: string, empty: Values): { id: string; values: Values } {
  const fresh = { id: uuid7(), values: empty };
  try {
    const { id, savedAt, values } = JSON.parse(safeLocalStorage()?.getItem(key) ?? 'null') as StoredDraft<Values>;
    return Date.now() - savedAt < MAX_AGE_MS ? { id, values: { ...empty, ...values } } : fresh;
  } catch {
    return fresh; // none, or not ours
  }
}

// What was typed and not sent yet, kept on the device: it outlives a reload, a lost session and a failed call. With it the id that it is sent
// under, so that one whose answer was lost is sent again and not twice.
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
  /** What is sent is known by it. */
  id: string;
  values: Values;
  save: (values: Values) => void;
  /** It was sent, or is given up: what comes next has another id. */
  clear: () => void;
}

/**
 * @param name whose it is, and what
 * @param empty also tells which fields there are
 */
export function useDraft<Values extends object>(name: string, empty: Values): Draft<Values> {
  const key = `draft:${name}`;
  const [{ id, values }, begin] = useState(() => read(key, empty));
  // What is kept from now on has the id that holds now, also before the screen is drawn again.
  const current = useRef(id);
  const keep = useCallback(
    (next: Values) => {
      const isEmpty = JSON.stringify({ ...empty, ...next }) === JSON.stringify(empty);
      const kept: StoredDraft<Values> = { id: current.current, savedAt: Date.now(), values: next };
      writeLocalStorage(key, isEmpty ? null : JSON.stringify(kept));
    },
    [key, empty],
  );
  const drop = useCallback(() => {
    current.current = uuid7();
    writeLocalStorage(key, null);
    begin({ id: current.current, values: empty });
  }, [key, empty]);
  return { id, values, save: keep, clear: drop };
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

import { atom } from 'jotai';
import { safeLocalStorage, writeLocalStorage } from './web-storage.ts';

/** A device setting, stored under `key` as JSON; `initial` until it is set. */
export function storedAtom<Value>(key: string, initial: Value) {
  const current = atom<Value>(read(key, initial));
  return atom(
    (get) => get(current),
    (_get, set, next: Value) => {
      set(current, next);
      writeLocalStorage(key, JSON.stringify(next));
    },
  );
}

function read<Value>(key: string, initial: Value): Value {
  try {
    const stored = safeLocalStorage()?.getItem(key);
    return stored === null || stored === undefined ? initial : (JSON.parse(stored) as Value);
  } catch {
    return initial; // not written by this app
  }
}

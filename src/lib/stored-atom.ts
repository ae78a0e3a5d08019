import { atom } from 'jotai';
import { safeLocalStorage, writeLocalStorage } from './web-storage.ts';

/** A setting of this device: as it was last set here, under `key` as JSON, or `initial`. */
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
    return initial; // not ours
  }
}

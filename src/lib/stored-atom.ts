import { atom } from 'jotai';
import { pageStorage, remember } from './page-storage.ts';

/** A setting of this device: as it was last set here, under `key` as JSON, or `initial`. */
export function storedAtom<Value>(key: string, initial: Value) {
  const current = atom<Value>(read(key, initial));
  return atom(
    (get) => get(current),
    (_get, set, next: Value) => {
      set(current, next);
      remember(key, JSON.stringify(next));
    },
  );
}

function read<Value>(key: string, initial: Value): Value {
  try {
    const stored = pageStorage()?.getItem(key);
    return stored === null || stored === undefined ? initial : (JSON.parse(stored) as Value);
  } catch {
    return initial; // not ours
  }
}

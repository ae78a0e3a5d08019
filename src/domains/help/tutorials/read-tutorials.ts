import { useState } from 'react';
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';

/** Which tutorials this person has read to their end, on this device. */
export function useReadTutorials(account: string): { read: ReadonlySet<string>; mark: (id: string, isRead: boolean) => void } {
  const key = `tutorials-read:${account}`;
  const [read, setRead] = useState(() => new Set(stored(key)));
  const mark = (id: string, isRead: boolean) => {
    if (read.has(id) === isRead) return;
    const next = new Set(isRead ? [...read, id] : [...read].filter((other) => other !== id));
    setRead(next);
    writeLocalStorage(key, JSON.stringify([...next]));
  };
  return { read, mark };
}

function stored(key: string): string[] {
  try {
    const list: unknown = JSON.parse(safeLocalStorage()?.getItem(key) ?? '[]');
    return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return []; // not ours
  }
}

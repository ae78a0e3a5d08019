/** The part of `localStorage` in use, which a worker's library does not know. */
interface WebStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** `localStorage` of a page; null in a worker, and if the user blocks it. It is stored apart from the databases and survives their loss. */
export function safeLocalStorage(): WebStorage | null {
  try {
    return (globalThis as { localStorage?: WebStorage }).localStorage ?? null;
  } catch {
    return null;
  }
}

/** `sessionStorage`, likewise. */
export function safeSessionStorage(): WebStorage | null {
  try {
    return (globalThis as { sessionStorage?: WebStorage }).sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** Writes, or with `null` deletes. Stored values are optional, so a full storage is ignored. */
export function writeLocalStorage(key: string, value: string | null): void {
  try {
    if (value === null) safeLocalStorage()?.removeItem(key);
    else safeLocalStorage()?.setItem(key, value);
  } catch {
    // full: nothing depends on it alone
  }
}

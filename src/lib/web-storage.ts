/** What is used of `localStorage`, which a worker's library does not know. */
interface WebStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** `localStorage` of a page; null in a worker, and where the person forbids it. It lies apart from the databases and does not fall with them. */
export function safeLocalStorage(): WebStorage | null {
  try {
    return (globalThis as { localStorage?: WebStorage }).localStorage ?? null;
  } catch {
    return null;
  }
}

/** `sessionStorage`, in the same way. */
export function safeSessionStorage(): WebStorage | null {
  try {
    return (globalThis as { sessionStorage?: WebStorage }).sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** Writes, or with `null` removes. What is kept here is a help: a storage that is full goes without it. */
export function writeLocalStorage(key: string, value: string | null): void {
  try {
    if (value === null) safeLocalStorage()?.removeItem(key);
    else safeLocalStorage()?.setItem(key, value);
  } catch {
    // full: nothing depends on it alone
  }
}

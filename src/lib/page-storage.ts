/** What is used of `localStorage`, which a worker's library does not know. */
interface PageStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** `localStorage` of a page; null in a worker, and where the person forbids it. It lies apart from the databases and does not fall with them. */
export function pageStorage(): PageStorage | null {
  try {
    return (globalThis as { localStorage?: PageStorage }).localStorage ?? null;
  } catch {
    return null;
  }
}

/** `sessionStorage`, in the same way. */
export function tabStorage(): PageStorage | null {
  try {
    return (globalThis as { sessionStorage?: PageStorage }).sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** Writes, or with `null` removes. What is kept here is a help: a storage that is full goes without it. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) pageStorage()?.removeItem(key);
    else pageStorage()?.setItem(key, value);
  } catch {
    // full: nothing depends on it alone
  }
}

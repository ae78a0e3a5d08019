// What the browser says of this app's storage: asked where the person reads it, so no part of the way to the shutter.
export interface StorageReport {
  /** Whether the browser promised not to clear what this app keeps; null where it cannot say. */
  persisted: boolean | null;
  /** Bytes. An estimate: no meter of free space (docs/outbox.md, Storing 5). */
  usage: number | null;
  quota: number | null;
}

export async function storageReport(): Promise<StorageReport> {
  const { storage } = navigator;
  const { usage = null, quota = null } = (await storage?.estimate?.()) ?? {};
  return { persisted: (await storage?.persisted?.()) ?? null, usage, quota };
}

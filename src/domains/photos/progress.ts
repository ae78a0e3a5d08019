// Upload progress per photo, from the page or worker that drains the outbox. Outside React, so that a chunk renders one tile instead of the
// grid.
import { useSyncExternalStore } from 'react';

const fractions = new Map<string, number>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

export function setUploadProgress(photoId: string, sent: number, total: number): void {
  fractions.set(photoId, total > 0 ? Math.min(1, sent / total) : 0);
  notify();
}

export function clearUploadProgress(photoId: string): void {
  if (fractions.delete(photoId)) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** 0–1; null before the first bytes are sent. */
export function useUploadProgress(photoId: string): number | null {
  return useSyncExternalStore(subscribe, () => fractions.get(photoId) ?? null);
}

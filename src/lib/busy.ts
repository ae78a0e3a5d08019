// Work that must not be interrupted, such as an open shutter or a delivery. Updates wait until nothing is busy.
export type BusyReason = 'shutter' | 'sending';

const counts = new Map<BusyReason, number>();
const listeners = new Set<() => void>();

function add(reason: BusyReason, by: 1 | -1) {
  const count = (counts.get(reason) ?? 0) + by;
  if (count > 0) counts.set(reason, count);
  else counts.delete(reason);
  for (const listener of listeners) listener();
}

/** Returns a function that ends it; calling it twice is harmless. */
export function beginBusy(reason: BusyReason): () => void {
  let open = true;
  add(reason, 1);
  return () => {
    if (!open) return;
    open = false;
    add(reason, -1);
  };
}

/** Whether anything, or this work, is in progress. */
export const isBusy = (reason?: BusyReason): boolean => (reason ? counts.has(reason) : counts.size > 0);

export function subscribeBusy(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

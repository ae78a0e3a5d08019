import { useSyncExternalStore } from 'react';
import { session, type Snapshot } from './store.ts';

/** The session, or null if signed out. */
export function useSession(): Snapshot | null {
  return useSyncExternalStore(session.subscribe, session.read);
}

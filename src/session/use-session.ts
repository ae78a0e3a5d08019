import { useSyncExternalStore } from 'react';
import { session, type Snapshot } from './store.ts';

/** The signed-in person, or null. */
export function useSession(): Snapshot | null {
  return useSyncExternalStore(session.subscribe, session.read);
}

import { useAtomValue } from 'jotai';
import { useSyncExternalStore } from 'react';
import { sidebarOpenAtom, type Area } from './state.ts';

const phone = window.matchMedia('(max-width: 47.99rem)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

/** Whether the open sidebar lies over the content, as it does on a phone: then the content behind must not take the focus. */
export function useSidebarCovers(area: Area): boolean {
  const open = useAtomValue(sidebarOpenAtom)(area);
  const narrow = useSyncExternalStore(subscribe, () => phone.matches);
  return open && narrow;
}

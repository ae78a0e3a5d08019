import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { healingAtom, storeNewerAtom } from './store-watch.ts';

const HealingDialog = lazy(() => import('./healing-dialog.tsx'));
const StoreNewerDialog = lazy(() => import('./store-newer-dialog.tsx'));

/** What happened to the photos of this phone, told wherever the person is. */
export function StoreNotice() {
  const healing = useAtomValue(healingAtom);
  const newer = useAtomValue(storeNewerAtom);
  if (!healing && !newer) return null;
  return <Suspense fallback={null}>{newer ? <StoreNewerDialog /> : healing && <HealingDialog healing={healing} />}</Suspense>;
}

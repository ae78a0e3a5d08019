import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { healingAtom, lostAtom, storeNewerAtom } from './store-watch.ts';

const HealingDialog = lazy(() => import('./healing-dialog.tsx'));
const LostNotice = lazyPart(() => import('./lost-notice.tsx'), { name: 'the lost photos notice' });
const StoreNewerDialog = lazy(() => import('./store-newer-dialog.tsx'));

/** What happened to the photos of this phone, told wherever the person is. */
export function StoreNotice() {
  const healing = useAtomValue(healingAtom);
  const newer = useAtomValue(storeNewerAtom);
  const lost = useAtomValue(lostAtom);
  if (!healing && !newer) return lost && <LostNotice />;
  return <Suspense fallback={null}>{newer ? <StoreNewerDialog /> : healing && <HealingDialog healing={healing} />}</Suspense>;
}

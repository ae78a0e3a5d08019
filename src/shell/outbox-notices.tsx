import { useAtomValue } from 'jotai';
import { lazy, Suspense } from 'react';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { repairResultAtom, photosLostAtom, outdatedPageAtom } from './outbox-integrity.ts';

const RepairDialog = lazy(() => import('./repair-dialog.tsx'));
const LostPhotosNotice = lazyPart(() => import('./lost-photos-notice.tsx'), { name: 'the lost photos notice' });
const OutdatedPageDialog = lazy(() => import('./outdated-page-dialog.tsx'));

/** What happened to the photos of this phone, told wherever the person is. */
export function OutboxNotices() {
  const healing = useAtomValue(repairResultAtom);
  const newer = useAtomValue(outdatedPageAtom);
  const lost = useAtomValue(photosLostAtom);
  if (!healing && !newer) return lost && <LostPhotosNotice />;
  return <Suspense fallback={null}>{newer ? <OutdatedPageDialog /> : healing && <RepairDialog result={healing} />}</Suspense>;
}

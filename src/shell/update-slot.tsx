import { useAtomValue } from 'jotai';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { updateAtom } from './service-worker.ts';

const UpdatePrompt = lazyPart(() => import('./update-prompt.tsx'), { name: 'the update' });

/** Stands once, in the root route. What asks is loaded when there is something to ask: the camera must not wait for it. */
export function UpdateSlot() {
  return useAtomValue(updateAtom) && <UpdatePrompt />;
}

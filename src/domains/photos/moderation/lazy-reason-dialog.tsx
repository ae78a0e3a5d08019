import { useState } from 'react';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import type { ReasonDialogProps } from './reason-dialog.tsx';

const ReasonDialog = lazyPart(() => import('./reason-dialog.tsx'), {
  name: 'Custom reasons',
  close: ({ onClose }) => onClose(),
});

/** The dialog for a custom reason. Its form loads on demand. */
export function LazyReasonDialog(props: ReasonDialogProps) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.count > 0 && !wasOpened) setWasOpened(true);
  return wasOpened && <ReasonDialog {...props} />;
}

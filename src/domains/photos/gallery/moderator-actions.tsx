// What moderators do with the selected photos. Loaded on demand: deciding needs a connection anyway.
import { Ban, Check, FolderInput } from '#src/ui/icons.ts';
import { WordedIconButton } from '#src/ui/worded-icon-button.tsx';
import type { useBulkActions } from './use-bulk-actions.ts';

interface ModeratorActionsProps extends Pick<ReturnType<typeof useBulkActions>, 'bulk' | 'busy'> {
  onDecide: (to: 'approved' | 'rejected') => void;
  onMove: (photoIds: string[]) => void;
}

export default function ModeratorActions({ bulk, busy, onDecide, onMove }: ModeratorActionsProps) {
  return (
    <>
      <WordedIconButton
        label="Approve"
        loading={busy === 'decide'}
        disabledReason={bulk.approve.length === 0 && 'The selected photos are already approved.'}
        icon={Check}
        onClick={() => onDecide('approved')}
      />
      <WordedIconButton
        label="Reject"
        disabledReason={bulk.reject.length === 0 && 'The selected photos are already rejected.'}
        icon={Ban}
        onClick={() => onDecide('rejected')}
      />
      <WordedIconButton label="Move to section" word="Move" icon={FolderInput} onClick={() => onMove(bulk.all.map(({ id }) => id))} />
    </>
  );
}

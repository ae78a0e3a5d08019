import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { type BulkUserAction, type BulkUserResult, type PlatformUser, userName } from './queries.ts';
import { bulkActionLabels, reverseActions, type BulkChange } from './use-user-actions.ts';

const skipReasonLabels: Record<NonNullable<BulkUserResult['reason']>, string> = {
  own_account: 'Change your own account in your settings.',
  not_allowed: 'Only super admins can do this.',
  last_super_admin: 'This is the last super admin.',
  guest: 'Guests have no email address.',
  nothing_to_do: 'No change needed.',
  not_found: 'This account has been deleted.',
};

interface BulkResultsProps {
  change: BulkChange;
  /** Why nothing can be changed now. */
  disabledReason: string | null;
  onAct: (action: BulkUserAction, users: readonly PlatformUser[]) => void;
  onClose: () => void;
}

/** Results per person if some were skipped. Replaces the success toast and its Undo, which would disappear before the list is read. */
export default function BulkResults({ change: { action, users, results }, disabledReason, onAct, onClose }: BulkResultsProps) {
  const done = new Set(results.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : [])));
  const reverse = reverseActions[action];
  const undo = (by: BulkUserAction) => {
    onClose();
    onAct(
      by,
      users.filter(({ id }) => done.has(id)),
    );
  };
  const nameOf = (id: string) => {
    const user = users.find((each) => each.id === id);
    return user ? userName(user) : id;
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title="Results"
      description={`${done.size} of ${results.length} ${bulkActionLabels[action]}`}
      footer={
        reverse &&
        done.size > 0 && (
          <Button disabledReason={disabledReason} onClick={() => undo(reverse)}>
            Undo
          </Button>
        )
      }
    >
      <ul aria-label="Results" className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {results.map(({ id, outcome, reason }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span className="min-w-0 font-medium wrap-anywhere">{nameOf(id)}</span>
            <Badge tone={outcome === 'done' ? 'success' : 'warning'}>{outcome === 'done' ? 'Done' : 'Skipped'}</Badge>
            {reason !== null && <span className="w-full text-sm text-ink-muted">{skipReasonLabels[reason]}</span>}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

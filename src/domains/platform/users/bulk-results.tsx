import { Badge } from '#src/ui/badge.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import type { BulkUserResult } from './queries.ts';
import { bulkActionWords, type ManyChanged } from './use-many-users.ts';
import { userName } from './user-words.ts';

const reasonWords: Record<NonNullable<BulkUserResult['reason']>, string> = {
  own_account: 'Your own account is changed in its settings.',
  not_allowed: 'Only super administrators can do this.',
  last_super_admin: 'This is the last super administrator.',
  guest: 'A guest has no email address.',
  nothing_to_do: 'Nothing to do: it is so already.',
  not_found: 'This account was deleted meanwhile.',
};

/** What became of each, where not all went as asked. */
export default function BulkResults({ many: { action, users, results }, onClose }: { many: ManyChanged; onClose: () => void }) {
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length;
  const nameOf = (id: string) => {
    const user = users.find((each) => each.id === id);
    return user ? userName(user) : id;
  };
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title="What was done"
      description={`${results.length - skipped} of ${results.length} ${bulkActionWords[action]}`}
    >
      <ul aria-label="Results" className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {results.map(({ id, outcome, reason }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span className="min-w-0 font-medium wrap-anywhere">{nameOf(id)}</span>
            <Badge tone={outcome === 'done' ? 'success' : 'warning'}>{outcome === 'done' ? 'Done' : 'Skipped'}</Badge>
            {reason !== null && <span className="w-full text-sm text-ink-muted">{reasonWords[reason]}</span>}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

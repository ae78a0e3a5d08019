import { useQuery } from '@tanstack/react-query';
import { pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { effectQuery, flagLabels, type PermissionChange, roleLabels, usePermissionChange } from './queries.ts';

interface ChangeDialogProps {
  change: PermissionChange;
  onClose: () => void;
}

/** Shows how many people a change affects before it is saved. */
export default function ChangeDialog({ change, onClose }: ChangeDialogProps) {
  const query = useQuery(effectQuery(change));
  const isOnline = useConnection() === 'online';
  const save = usePermissionChange();
  const { role, flag, granted } = change;
  const name = flagLabels[flag].name;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={granted ? `Grant “${name}” to ${roleLabels[role]}?` : `Revoke “${name}” from ${roleLabels[role]}?`}
      description={flagLabels[flag].help}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={granted ? 'primary' : 'danger'}
            disabledReason={(!isOnline && NEEDS_CONNECTION) || (!query.data && 'Counting the people affected…')}
            onClick={() => {
              save(change);
              onClose();
            }}
          >
            {granted ? 'Grant' : 'Revoke'}
          </Button>
        </>
      }
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t count the people affected"
        skeleton={
          <Loading label="Counting the people affected">
            <Skeleton className="h-6 w-56" />
          </Loading>
        }
      >
        {({ people }) => (
          <p>
            <strong>
              {pluralize(people, granted ? 'person gains' : 'person loses', granted ? 'people gain' : 'people lose')} “{name}”.
            </strong>{' '}
            Takes effect with their next action. Open pages update within a minute. People who have this permission from elsewhere aren’t
            counted.
          </p>
        )}
      </QueryState>
    </Dialog>
  );
}

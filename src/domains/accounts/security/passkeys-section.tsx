import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#openapi/api.ts';
import { passkeysQuery } from '#src/domains/accounts/queries.ts';
import { formatRelativeTime, formatFullDate } from '#src/lib/format.ts';
import { canUsePasskeys, PASSKEYS_UNSUPPORTED } from '#src/lib/passkey-support.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { KeyRound } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import type { PasskeyAction } from './passkey-form.tsx';

type Passkey = components['schemas']['Passkey'];

const PasskeyForm = lazyPart(() => import('./passkey-form.tsx'), { name: 'the form', close: ({ onClose }) => onClose() });

const ROW = 'flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0';

/** The last passkey can't be removed if the account has no password. */
export function PasskeysSection() {
  const query = useQuery(passkeysQuery);
  useRefetchOnReconnect(query);
  const [adding, setAdding] = useState(false);
  const isOnline = useConnection() === 'online';
  const disabledReason = canUsePasskeys() ? !isOnline && NEEDS_CONNECTION : PASSKEYS_UNSUPPORTED;
  return (
    <Card
      title="Passkeys"
      lead="Log in with your fingerprint, face or device PIN, without a password or code."
      actions={
        <Button disabledReason={disabledReason} onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      }
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load your passkeys"
        offline="You need a connection to load this list for the first time."
        skeleton={<RowsSkeleton label="Loading your passkeys" rows={1} row={ROW} picture="size-10" lines={['h-5 w-40', 'h-4 w-56']} />}
      >
        {(list) => (
          <>
            <DataAge at={query.dataUpdatedAt} />
            <Passkeys {...list} />
          </>
        )}
      </QueryState>
      {adding && <PasskeyForm action="add" onClose={() => setAdding(false)} />}
    </Card>
  );
}

function Passkeys({ items, has_password: hasPassword }: components['schemas']['PasskeyList']) {
  const [open, setOpen] = useState<PasskeyAction | null>(null);
  const disabledReason = useConnection() !== 'online' && NEEDS_CONNECTION;
  const isOnlyWayIn = !hasPassword && items.length === 1;
  const onClose = () => setOpen(null);
  if (items.length === 0) return <p className="text-sm text-ink-muted">You don’t have any passkeys yet.</p>;
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {items.map((passkey) => (
          <li key={passkey.id} className={ROW}>
            <PasskeyLine passkey={passkey} />
            <div className="flex flex-wrap gap-2">
              <Button
                size="sm"
                aria-label={`Rename ${passkey.name}`}
                disabledReason={disabledReason}
                onClick={() => setOpen({ action: 'rename', passkey })}
              >
                Rename
              </Button>
              <Button
                size="sm"
                aria-label={`Remove ${passkey.name}`}
                disabledReason={
                  disabledReason || (isOnlyWayIn && 'This is your only way to log in. Add another passkey or set a password first.')
                }
                onClick={() => setOpen({ action: 'remove', passkey })}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {isOnlyWayIn && (
        <p className="text-sm text-ink-muted">
          This passkey is your only way to log in. Add another one or set a password in case you lose the device.
        </p>
      )}
      {open && <PasskeyForm {...open} onClose={onClose} />}
    </>
  );
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  return (
    <>
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-md bg-hover text-ink-muted">
        <KeyRound className="size-5" />
      </span>
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{passkey.name}</span>
          {passkey.is_synced && <Badge tone="neutral">Synced</Badge>}
        </p>
        <p className="text-sm text-ink-muted">
          {passkey.last_used_at === null ? 'Never used' : `Last used ${formatRelativeTime(passkey.last_used_at)}`} · Added{' '}
          {formatFullDate(passkey.created_at)}
        </p>
      </div>
    </>
  );
}

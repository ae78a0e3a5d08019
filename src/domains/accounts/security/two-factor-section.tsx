import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '#openapi/api.ts';
import { twoFactorQuery } from '#src/domains/accounts/queries.ts';
import { pluralize, formatTime } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import type { TwoFactorAction } from './two-factor-form.tsx';

const TwoFactorForm = lazyPart(() => import('./two-factor-form.tsx'), { name: 'the form', close: ({ onClose }) => onClose() });

/** Warns at this number of recovery codes or fewer. */
const FEW_CODES = 3;

export function TwoFactorSection() {
  const query = useQuery(twoFactorQuery);
  useRefetchOnReconnect(query);
  return (
    <Card
      title="Two-factor authentication"
      lead="Logging in takes your password and a code from an app on your phone, so a stolen password isn’t enough."
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load two-factor authentication"
        offline="You need a connection to load this for the first time."
        skeleton={<StateSkeleton />}
      >
        {(twoFactor) => (
          <>
            <DataAge at={query.dataUpdatedAt} />
            <State {...twoFactor} />
          </>
        )}
      </QueryState>
    </Card>
  );
}

function State({ is_on: isOn, since, recovery_codes_left: left }: components['schemas']['TwoFactor']) {
  const [open, setOpen] = useState<TwoFactorAction | null>(null);
  const disabledReason = useConnection() !== 'online' && NEEDS_CONNECTION;
  const onClose = () => setOpen(null);
  return (
    <>
      {isOn && left <= FEW_CODES && (
        <Banner
          tone="warning"
          title={left === 0 ? 'No recovery codes left' : `Only ${pluralize(left, 'recovery code', 'recovery codes')} left`}
        >
          Without your phone, a recovery code is the only way to log in. Get new ones and keep them safe.
        </Banner>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
          {since !== null && `Since ${formatTime(since)} · ${pluralize(left, 'recovery code', 'recovery codes')} left`}
        </p>
        <div className="flex flex-wrap gap-2">
          {isOn ? (
            <>
              <Button disabledReason={disabledReason} onClick={() => setOpen('renew-codes')}>
                New recovery codes
              </Button>
              <Button disabledReason={disabledReason} onClick={() => setOpen('disable')}>
                Turn off
              </Button>
            </>
          ) : (
            <Button disabledReason={disabledReason} onClick={() => setOpen('enable')}>
              Turn on
            </Button>
          )}
        </div>
      </div>
      {open && <TwoFactorForm action={open} onClose={onClose} />}
    </>
  );
}

function StateSkeleton() {
  return (
    <Loading label="Loading two-factor authentication" className="flex items-center justify-between">
      <Skeleton className="h-5 w-10 rounded-full" />
      <Skeleton className="h-10 w-24 rounded-md touch:h-11" />
    </Loading>
  );
}

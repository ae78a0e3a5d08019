import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { describeFailure } from '#src/shell/failure.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Hourglass, LogOut, PenLine, RotateCw } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { FailedState } from '#src/ui/screen-state.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { useDocumentTitle } from '#src/ui/use-document-title.ts';
import { polledOrganizationQuery } from './queries.ts';

const LogoutDialog = lazyPart(() => import('#src/shell/logout-dialog.tsx'), {
  name: 'Logging out',
  close: ({ onOpenChange }) => onOpenChange(false),
});
const ApplicationForm = lazyPart(() => import('./application-form.tsx'), { name: 'the details', close: ({ onClose }) => onClose() });

interface PendingApprovalProps {
  organizationId: string;
  email: string;
  /** Asks to confirm the email address if it is unconfirmed. */
  confirmEmail: ReactNode;
  /** Called after every fetch that finds the organization no longer pending, as navigation may fail. */
  onDecided: () => void;
}

/** Polls until the organization is approved, and shows the reason of a rejection. */
export function PendingApproval({ organizationId, email, confirmEmail, onDecided }: PendingApprovalProps) {
  const { data: organization, error, refetch, isFetching, dataUpdatedAt } = useQuery(polledOrganizationQuery(organizationId));
  const [leaving, setLeaving] = useState(false);
  const [changing, setChanging] = useState(false);
  const decided = organization !== undefined && organization.status !== 'pending';
  const moveOn = useEffectEvent(onDecided);
  useDocumentTitle('Waiting for approval');
  useEffect(() => {
    if (decided && dataUpdatedAt > 0) moveOn();
  }, [decided, dataUpdatedAt]);

  if (!organization && error) {
    const { detail, requestId } = describeFailure(error);
    return (
      <FailedState
        as="page"
        title="Couldn’t load your organization"
        detail={detail}
        requestId={requestId}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="safe-x mx-auto grid w-full max-w-lg content-start gap-6 pt-8 pb-12 sm:pt-16">
      <span aria-hidden className="grid size-14 place-items-center rounded-full bg-hover text-ink-muted">
        <Hourglass className="size-6" />
      </span>
      {organization ? (
        <>
          <div className="grid gap-2">
            <h1 className="text-2xl font-semibold">{organization.rejection_reason ? 'Not approved yet' : 'Waiting for approval'}</h1>
            <p className="text-ink-muted">
              {organization.rejection_reason ? (
                <>
                  <b className="font-medium text-ink">{organization.name}</b> was reviewed and returned with a reason. Correct the details
                  and resubmit for another review.
                </>
              ) : (
                <>
                  We review each new organization before it opens. This page continues automatically once{' '}
                  <b className="font-medium text-ink">{organization.name}</b> is approved. You can also close this page and come back later.
                </>
              )}
            </p>
          </div>
          {organization.rejection_reason && (
            <Banner tone="warning" title="Reason">
              {organization.rejection_reason}
            </Banner>
          )}
        </>
      ) : (
        <Loading label="Loading your organization" className="grid gap-3">
          <Skeleton className="h-8 w-64 max-w-full" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-3/4" />
        </Loading>
      )}
      {confirmEmail}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={organization?.rejection_reason ? 'primary' : 'secondary'}
          icon={<PenLine aria-hidden className="size-4" />}
          disabledReason={!organization && 'Your organization is still loading.'}
          onClick={() => setChanging(true)}
        >
          {organization?.rejection_reason ? 'Correct the details' : 'Edit details'}
        </Button>
        <Button loading={isFetching} icon={<RotateCw aria-hidden className="size-4" />} onClick={() => void refetch()}>
          Check now
        </Button>
        <Button variant="quiet" icon={<LogOut aria-hidden className="size-4" />} onClick={() => setLeaving(true)}>
          Log out
        </Button>
      </div>
      <p className="text-sm text-ink-muted">Logged in as {email}. This page checks every few seconds.</p>
      {changing && organization && <ApplicationForm organization={organization} onClose={() => setChanging(false)} />}
      {leaving && <LogoutDialog open onOpenChange={setLeaving} />}
    </div>
  );
}

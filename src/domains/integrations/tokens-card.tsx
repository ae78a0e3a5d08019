import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatFullDate, formatRelativeTime } from '#src/lib/format.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Plus } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { describeScopes, tokenStates } from './integration-labels.ts';
import { type ApiToken, invalidateIntegrations, revokeToken, tokensQuery } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { TokenForm } from './token-form.tsx';

interface CardProps {
  organizationId: string;
  /** Why nothing can be added or changed now. */
  disabledReason: string | null;
  /** Why nothing can be taken away now: a suspended organization revokes its tokens. */
  removalDisabledReason: string | null;
}

export const ROW = 'flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0';

export function TokensCard({ organizationId, disabledReason, removalDisabledReason }: CardProps) {
  const client = useQueryClient();
  const query = useQuery(tokensQuery(organizationId));
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ name: string; secret: string } | null>(null);
  const { ask, question } = useConfirm(removalDisabledReason);
  const revoke = useMutation({
    mutationFn: ({ id }: ApiToken) => revokeToken(organizationId, id),
    onSuccess: (_done, { name }) => toast.success(`“${name}” revoked`),
    onError: (error) => toast.error('Couldn’t revoke the token', { detail: describeFailure(error).detail }),
    onSettled: () => invalidateIntegrations(client),
  });
  return (
    <Card
      title="API tokens"
      lead="Programs of your organization use them to read events and photos, moderate, and create gallery links."
      actions={
        <Button
          variant="primary"
          icon={<Plus aria-hidden className="size-4" />}
          disabledReason={disabledReason}
          onClick={() => setCreating(true)}
        >
          New token
        </Button>
      }
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the API tokens"
        offline="API tokens need a connection."
        skeleton={<RowsSkeleton label="Loading the API tokens" rows={2} row={ROW} lines={['h-5 w-40', 'h-4 w-56']} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-sm text-ink-muted">No tokens yet.</p>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)]">
              {items.map((token) => (
                <li key={token.id} className={ROW}>
                  <TokenLine token={token} />
                  {token.state === 'active' && (
                    <Button
                      size="sm"
                      aria-label={`Revoke ${token.name}`}
                      disabledReason={removalDisabledReason}
                      loading={revoke.isPending && revoke.variables.id === token.id}
                      onClick={() =>
                        ask({
                          title: `Revoke “${token.name}”?`,
                          description: 'Programs that use it stop working immediately. A revoked token can’t be restored.',
                          action: 'Revoke token',
                          onConfirm: () => revoke.mutate(token),
                        })
                      }
                    >
                      Revoke
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {isCreating && (
        <TokenForm
          organizationId={organizationId}
          onDone={(token) => {
            setCreating(false);
            setCreated(token);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {created && (
        <SecretDialog
          title="Token created"
          description={`Give it to the program that needs “${created.name}”, and to nobody else.`}
          label="Token"
          secret={created.secret}
          onClose={() => setCreated(null)}
        />
      )}
      {question}
    </Card>
  );
}

function TokenLine({ token }: { token: ApiToken }) {
  const { label, tone } = tokenStates[token.state];
  const used = token.last_used_at === null ? 'Never used' : `Used ${formatRelativeTime(token.last_used_at)} from ${token.last_used_from}`;
  const end =
    token.revoked_at === null
      ? `${token.state === 'expired' ? 'Expired' : 'Expires'} ${formatFullDate(token.expires_at)}`
      : `Revoked ${formatFullDate(token.revoked_at)}`;
  return (
    <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium wrap-anywhere">
        {token.name} <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="text-xs wrap-anywhere text-ink-muted">{describeScopes(token)}</p>
      <p className="text-xs wrap-anywhere text-ink-muted">
        {[`${token.hint}…`, end, used, token.created_by !== null && `Created by ${token.created_by}`].filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}

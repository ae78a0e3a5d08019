import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#src/lib/format.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useConfirm } from '#src/shell/use-confirm.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Ban, Check, EllipsisVertical, KeyRound, PencilLine, Plus, Trash2 } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { DeliveriesSheet } from './deliveries-sheet.tsx';
import { describeEvents, webhookState } from './integration-labels.ts';
import { deleteWebhook, invalidateIntegrations, rotateSecret, updateWebhook, type Webhook, webhooksQuery } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { ROW } from './tokens-card.tsx';
import { WebhookForm } from './webhook-form.tsx';

interface WebhooksCardProps {
  organizationId: string;
  disabledReason: string | null;
  removalDisabledReason: string | null;
  /** The webhook whose deliveries are open. */
  logOf: string | null;
  onLog: (webhookId: string | null) => void;
}

type Opened = { what: 'form'; webhook: Webhook | null } | { what: 'secret'; secret: string; isNew: boolean };

/** During impersonation the address is hidden: it may contain a secret. */
const nameOf = ({ url, events }: Webhook): string => url ?? `Webhook for ${events.join(', ')}`;

export function WebhooksCard({ organizationId, disabledReason, removalDisabledReason, logOf, onLog }: WebhooksCardProps) {
  const client = useQueryClient();
  const query = useQuery(webhooksQuery(organizationId));
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const { ask, question } = useConfirm(removalDisabledReason);
  const change = useMutation({
    mutationFn: ({ act }: { act: () => Promise<unknown>; done: string }) => act(),
    onSuccess: (_result, { done }) => toast.success(done),
    onError: (error) => toast.error('Couldn’t change the webhook', { detail: describeFailure(error).detail }),
    onSettled: () => invalidateIntegrations(client),
  });
  const rotate = (webhook: Webhook) =>
    ask({
      title: 'Replace the secret?',
      description: 'For 24 hours, messages are signed with both secrets. Change it on your server within that time.',
      action: 'Replace secret',
      onConfirm: () =>
        change.mutate({
          act: async () => setOpened({ what: 'secret', isNew: false, secret: (await rotateSecret(organizationId, webhook.id)).secret }),
          done: 'Secret replaced',
        }),
    });
  const remove = (webhook: Webhook) =>
    ask({
      title: 'Delete this webhook?',
      description: 'Its deliveries are deleted too, and messages that wait aren’t sent. This can’t be undone.',
      action: 'Delete webhook',
      onConfirm: () => change.mutate({ act: () => deleteWebhook(organizationId, webhook.id), done: 'Webhook deleted' }),
    });
  const setEnabled = (webhook: Webhook, enabled: boolean) =>
    change.mutate({
      act: () => updateWebhook(organizationId, webhook.id, { enabled }),
      done: enabled ? 'Webhook turned on' : 'Webhook turned off',
    });
  const inLog = query.data?.items.find(({ id }) => id === logOf);
  return (
    <Card
      title="Webhooks"
      lead="Your own server is told when photos arrive or are approved, events end, and picks are submitted."
      actions={
        <Button
          variant="primary"
          icon={<Plus aria-hidden className="size-4" />}
          disabledReason={disabledReason}
          onClick={() => setOpened({ what: 'form', webhook: null })}
        >
          New webhook
        </Button>
      }
    >
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load the webhooks"
        offline="Webhooks need a connection."
        skeleton={<RowsSkeleton label="Loading the webhooks" rows={2} row={ROW} lines={['h-5 w-64', 'h-4 w-40']} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-sm text-ink-muted">No webhooks yet.</p>
          ) : (
            <ul className="grid grid-cols-[minmax(0,1fr)]">
              {items.map((webhook) => (
                <li key={webhook.id} className={ROW}>
                  <WebhookLine webhook={webhook} />
                  <div className="flex flex-wrap gap-2">
                    <Button size="sm" aria-label={`Deliveries to ${nameOf(webhook)}`} onClick={() => onLog(webhook.id)}>
                      Deliveries
                    </Button>
                    <DropdownMenu
                      trigger={
                        <IconButton
                          size="sm"
                          variant="secondary"
                          label={`More actions for ${nameOf(webhook)}`}
                          icon={<EllipsisVertical aria-hidden className="size-4" />}
                        />
                      }
                    >
                      <MenuItem
                        icon={<PencilLine aria-hidden />}
                        disabledReason={disabledReason}
                        onSelect={() => setOpened({ what: 'form', webhook })}
                      >
                        Edit
                      </MenuItem>
                      <MenuItem icon={<KeyRound aria-hidden />} disabledReason={disabledReason} onSelect={() => rotate(webhook)}>
                        Replace secret
                      </MenuItem>
                      {webhook.enabled ? (
                        <MenuItem icon={<Ban aria-hidden />} disabledReason={disabledReason} onSelect={() => setEnabled(webhook, false)}>
                          Turn off
                        </MenuItem>
                      ) : (
                        <MenuItem icon={<Check aria-hidden />} disabledReason={disabledReason} onSelect={() => setEnabled(webhook, true)}>
                          Turn on
                        </MenuItem>
                      )}
                      <MenuSeparator />
                      <MenuItem
                        icon={<Trash2 aria-hidden />}
                        danger
                        disabledReason={removalDisabledReason}
                        onSelect={() => remove(webhook)}
                      >
                        Delete
                      </MenuItem>
                    </DropdownMenu>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {opened?.what === 'form' && (
        <WebhookForm
          organizationId={organizationId}
          webhook={opened.webhook}
          onDone={(secret) => (secret === null ? close() : setOpened({ what: 'secret', secret, isNew: true }))}
          onClose={close}
        />
      )}
      {opened?.what === 'secret' && (
        <SecretDialog
          title={opened.isNew ? 'Webhook created' : 'New secret'}
          description="Your server verifies messages by it."
          label="Secret"
          secret={opened.secret}
          onClose={close}
        />
      )}
      {inLog && (
        <DeliveriesSheet
          organizationId={organizationId}
          webhook={inLog}
          disabledReason={disabledReason}
          onClose={() => {
            onLog(null);
            // What arrived meanwhile may have changed its state.
            void client.invalidateQueries(webhooksQuery(organizationId));
          }}
        />
      )}
      {question}
    </Card>
  );
}

function WebhookLine({ webhook }: { webhook: Webhook }) {
  const { label, tone } = webhookState(webhook);
  const note =
    webhook.disabled_reason === 'gone'
      ? 'The server answered that it no longer takes messages (410).'
      : webhook.disabled_reason === 'failing'
        ? 'No message arrived for five days.'
        : webhook.failing_since !== null && `Nothing has arrived since ${formatDateTime(webhook.failing_since)}.`;
  return (
    <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium wrap-anywhere">
        {webhook.url ?? 'Address hidden'} <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="text-xs wrap-anywhere text-ink-muted">{describeEvents(webhook)}</p>
      {note && <p className="text-xs wrap-anywhere text-ink-muted">{note}</p>}
      {webhook.previous_secret_until !== null && (
        <p className="text-xs text-ink-muted">
          Also signed with the previous secret until {formatDateTime(webhook.previous_secret_until)}.
        </p>
      )}
    </div>
  );
}

// The log of a webhook: what was sent in the last 30 days, and what the receiver answered.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { formatDateTime, pluralize } from '#src/lib/format.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { RotateCcw, Send } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { toast } from '#src/ui/toast.ts';
import { useNow } from '#src/ui/use-now.ts';
import { deliveryStates, describeMessage, nextAttemptLabel } from './integration-labels.ts';
import { deliveriesQuery, invalidateIntegrations, resendDelivery, sendTestEvent, type Webhook, type WebhookDelivery } from './queries.ts';

const SHORT_POLL_MS = 2000;
const POLL_MS = 10_000;

interface DeliveriesSheetProps {
  organizationId: string;
  webhook: Webhook;
  /** Why nothing can be sent now. */
  disabledReason: string | null;
  onClose: () => void;
}

export function DeliveriesSheet({ organizationId, webhook, disabledReason, onClose }: DeliveriesSheetProps) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    ...deliveriesQuery(organizationId, webhook.id),
    // What was just sent is settled within seconds. Others are sent while the log is open.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.items.some(isBeingSent) ? SHORT_POLL_MS : POLL_MS),
  });
  const send = useMutation({
    mutationFn: (delivery: WebhookDelivery | null) =>
      delivery ? resendDelivery(organizationId, webhook.id, delivery.id) : sendTestEvent(organizationId, webhook.id),
    onSuccess: (_sent, delivery) => toast.success(delivery ? 'Sending it again' : 'Sending a test event'),
    onError: (error) => toast.error('Couldn’t send it', { detail: describeFailure(error).detail }),
    onSettled: () => invalidateIntegrations(client),
  });
  const reason = disabledReason ?? (webhook.enabled ? null : 'This webhook is turned off. Turn it on first.');
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title="Deliveries"
      description="What was sent to this webhook in the last 30 days. Messages can arrive more than once, and in any order."
      className="md:w-[40rem]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Send aria-hidden className="size-4" />}
            loading={send.isPending && send.variables === null}
            disabledReason={reason}
            onClick={() => send.mutate(null)}
          >
            Send test event
          </Button>
          <Button variant="quiet" onClick={() => void query.refetch()}>
            Refresh
          </Button>
        </div>
        <QueryState
          query={query}
          as="part"
          failed="Couldn’t load the deliveries"
          offline="The deliveries need a connection."
          skeleton={<RowsSkeleton label="Loading the deliveries" rows={3} row="py-3" lines={['h-5 w-48', 'h-4 w-64']} />}
        >
          {({ pages }) =>
            pages[0]?.items.length === 0 ? (
              <EmptyState icon={<Send />} title="Nothing sent yet">
                Send a test event to see whether your server takes it.
              </EmptyState>
            ) : (
              <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-lg border border-line">
                {pages
                  .flatMap(({ items }) => items)
                  .map((delivery) => (
                    <Delivery
                      key={delivery.id}
                      delivery={delivery}
                      disabledReason={reason}
                      isSending={send.isPending && send.variables?.id === delivery.id}
                      onResend={() => send.mutate(delivery)}
                    />
                  ))}
              </ul>
            )
          }
        </QueryState>
        <LoadMore query={query} />
      </div>
    </Sheet>
  );
}

const isBeingSent = ({ status, attempts }: WebhookDelivery): boolean => status === 'pending' && attempts === 0;

interface DeliveryProps {
  delivery: WebhookDelivery;
  disabledReason: string | null;
  isSending: boolean;
  onResend: () => void;
}

function Delivery({ delivery, disabledReason, isSending, onResend }: DeliveryProps) {
  const now = useNow();
  const { label, tone } = deliveryStates[delivery.status];
  const facts = [
    formatDateTime(delivery.created_at),
    delivery.attempts > 0 && pluralize(delivery.attempts, 'attempt', 'attempts'),
    delivery.response_status !== null && `Answer ${delivery.response_status}`,
    delivery.next_attempt_at !== null && delivery.attempts > 0 && nextAttemptLabel(delivery.next_attempt_at, now),
  ].filter((fact) => fact !== false);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 text-sm font-medium wrap-anywhere">{describeMessage(delivery)}</p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-xs text-ink-muted tabular-nums">{facts.join(' · ')}</p>
      {delivery.error !== null && <p className="text-sm wrap-anywhere text-danger">{delivery.error}</p>}
      <details className="text-sm">
        <summary className="min-h-8 cursor-pointer content-center touch:min-h-11">Message and answer</summary>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1">
          <Text label="Message" text={delivery.body} />
          {delivery.response_body && <Text label="Beginning of the answer" text={delivery.response_body} />}
          <Button
            size="sm"
            className="justify-self-start"
            icon={<RotateCcw aria-hidden className="size-4" />}
            aria-label={`Send again: ${describeMessage(delivery)}, ${formatDateTime(delivery.created_at)}`}
            loading={isSending}
            disabledReason={disabledReason}
            onClick={onResend}
          >
            Send again
          </Button>
        </div>
      </details>
    </li>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-xs text-ink-muted">{label}</p>
      <pre className="rounded-md bg-sunken p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{text}</pre>
    </div>
  );
}

// The emails a person gets, about themselves or one organization, and their push notifications. Each switch saves at once.
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Card } from '#src/ui/card.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { NEEDS_CONNECTION, useConnection } from './connection.ts';
import { DataAge } from './data-age.tsx';
import { optimisticMutation } from './optimistic-mutation.ts';
import { createOverlay } from './overlay.ts';
import { QueryState } from './query-state.tsx';
import { useRefetchOnReconnect } from './use-refetch-on-reconnect.ts';

type Schemas = components['schemas'];
type Notification = Schemas['Notification'];

const kindLabels: Record<Schemas['NotificationKind'], { label: string; help: string }> = {
  support_answers: {
    label: 'Answers from support',
    help: 'When one of your requests is answered. You’ll also find the answer in Help & Support.',
  },
  announcements: {
    label: 'Announcements',
    help: 'News and maintenance notices. You’ll also find them in the app.',
  },
  organization_requests: { label: 'Organizations to approve', help: 'When an organization waits for approval.' },
  support_requests: { label: 'Support requests', help: 'When someone contacts support.' },
  data_requests: { label: 'Data requests', help: 'When someone requests a copy or deletion of their data.' },
  paid_images: { label: 'Paid images', help: 'When most of the day’s images by models that cost money are used.' },
  plan_requests: { label: 'Plan requests', help: 'When an organization requests another plan.' },
  membership: { label: 'Your membership', help: 'When you’re suspended, reactivated, removed or readmitted.' },
  organization_decisions: {
    label: 'Approval and suspension',
    help: 'When the organization is approved, rejected, suspended or reactivated.',
  },
  picks: { label: 'Submitted picks', help: 'When someone submits their picks at a gallery link that you created.' },
  plan_changes: { label: 'Plan', help: 'When the plan changes or a plan request is answered.' },
  invoices: { label: 'Invoices', help: 'When an invoice is issued.' },
  photo_reports: { label: 'Reported photos', help: 'When someone reports a photo. You’ll find the reports in Moderation.' },
  photo_retention: { label: 'Photos to be deleted', help: 'When photos of an event will be deleted soon.' },
};

const notificationsQuery = queryOptions({
  queryKey: ['accounts', 'notifications'] as const,
  queryFn: async ({ signal }) => unwrap(await api.GET('/api/v1/auth/notifications', { signal })),
  meta: { persist: true, anew: true },
});

const overlay = createOverlay<Notification>();
const isPush = ({ channel }: Notification) => channel === 'push';
const helpOf = (one: Notification) => (isPush(one) ? 'On every device where you’ve turned on notifications.' : kindLabels[one.kind].help);
const keyOf = (one: Notification) => `${isPush(one) ? 'push' : 'mail'}:${one.kind}:${one.organization_id ?? ''}`;

async function save(client: QueryClient, notification: Notification, isOn: boolean): Promise<void> {
  const list = unwrap(await api.PUT('/api/v1/auth/notifications', { body: { ...notification, is_on: isOn } }));
  client.setQueryData(notificationsQuery.queryKey, list);
}

function useToggleNotification() {
  const client = useQueryClient();
  return optimisticMutation<{ notification: Notification; isOn: boolean }>({
    // One scope for all switches, so that they run one after the other: each answer includes all settings.
    item: () => 'notifications',
    apply: ({ notification, isOn }) => overlay.add(keyOf(notification), { is_on: isOn }),
    send: ({ notification, isOn }) => save(client, notification, isOn),
    applyRevert: ({ notification, isOn }) => overlay.add(keyOf(notification), { is_on: !isOn }),
    revert: ({ notification, isOn }) => save(client, notification, !isOn),
    done: ({ notification, isOn }) =>
      `${isPush(notification) ? 'Notifications' : 'Emails'} “${kindLabels[notification.kind].label}” are ${isOn ? 'on' : 'off'}`,
    failed: 'Couldn’t save this setting',
  });
}

interface NotificationSettingsProps {
  title: string;
  /** Null: emails about no organization. */
  organizationId: string | null;
}

export function NotificationSettings({ title, organizationId }: NotificationSettingsProps) {
  const query = useQuery(notificationsQuery);
  useRefetchOnReconnect(query);
  return (
    <Card title={title} lead="Security emails and invitations are always sent.">
      <QueryState
        query={query}
        failed="Couldn’t load your settings"
        offline="They’ll load once the server responds."
        skeleton={
          <RowsSkeleton label="Loading your settings" rows={organizationId === null ? 1 : 3} row="py-2" lines={['h-5 w-40', 'h-4 w-64']} />
        }
      >
        {({ items }) => (
          <>
            <DataAge at={query.dataUpdatedAt} />
            <Switches items={items.filter((one) => one.organization_id === organizationId && !isPush(one))} />
          </>
        )}
      </QueryState>
    </Card>
  );
}

/** Push topics of this person, on all devices with push on. Hidden if they cannot be loaded: the emails beside it show the error. */
export function PushSettings() {
  const items = useQuery(notificationsQuery).data?.items.filter(isPush) ?? [];
  return items.length > 0 && <Switches items={items} />;
}

function Switches({ items }: { items: readonly Notification[] }) {
  const asChanged = overlay.usePatched();
  const change = useToggleNotification();
  const isOnline = useConnection() === 'online';
  if (items.length === 0) return <p className="text-sm text-ink-muted">Other organization emails go to its admins.</p>;
  return (
    <div className="grid gap-3">
      {items.map((notification) => (
        <Switch
          key={keyOf(notification)}
          label={kindLabels[notification.kind].label}
          help={isOnline ? helpOf(notification) : `${helpOf(notification)} ${NEEDS_CONNECTION}`}
          checked={asChanged(keyOf(notification), notification)?.is_on ?? notification.is_on}
          disabled={!isOnline}
          onChange={({ target }) => change({ notification, isOn: target.checked })}
        />
      ))}
    </div>
  );
}

// Announcements: drafting, scheduling, and delivery results.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#src/lib/format.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { useSendsMail } from '#src/shell/sends-mail.ts';
import { call } from '#src/transport/call.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CircleX, Megaphone, Plus, Undo2 } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import {
  type Announcement,
  announcements,
  type AnnouncementSearch,
  announcementStatusLabels,
  deliverySummary,
  targetLabel,
  unrecallableNote,
} from './queries.ts';

const NewAnnouncement = lazyPart(() => import('./new-announcement.tsx'), { name: 'the form', close: ({ onClose }) => onClose() });

/** Polling interval while an announcement is being sent. */
const EVERY_MS = 3000;

interface AnnouncementsPageProps {
  search: AnnouncementSearch;
  onSearch: (change: Partial<AnnouncementSearch>) => void;
}

export function AnnouncementsPage({ search, onSearch }: AnnouncementsPageProps) {
  const list = useResourceList(announcements, { search, onSearch });
  const { disabledReason } = list;
  // Polls the same query.
  useQuery({ ...announcements.query(search), refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? EVERY_MS : false) });
  const cancel = useCancelAnnouncement();
  const withdraw = useWithdrawAnnouncement();
  const [isWriting, setWriting] = useState(false);
  const write = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
      disabledReason={disabledReason}
      onClick={() => setWriting(true)}
    >
      New announcement
    </Button>
  );
  const sendsMail = useSendsMail();
  return (
    <Page
      title="Notifications"
      lead={`Announcements appear in the app and, ${sendsMail ? 'if you choose, as email or device notifications' : 'if you choose, as device notifications'}. Withdrawing removes them from the app only.`}
      actions={write}
    >
      <ResourceList
        list={list}
        label="Announcements"
        nouns={['announcement', 'announcements']}
        failed="Couldn’t load the announcements"
        offline="You need a connection to send announcements."
        columns={announcementColumns({
          disabledReason,
          onCancel: (announcement) => cancel({ announcement }),
          onWithdraw: (announcement) => withdraw({ announcement }),
        })}
        tableFrom="lg"
        filters={[{ name: 'status', label: 'Status', unset: 'Any status', options: announcementStatusLabels }]}
        empty={
          <EmptyState
            icon={<Megaphone />}
            title={search.status ? 'No matching announcements' : 'No announcements yet'}
            actions={search.status && <Button onClick={list.clear}>Show all</Button>}
          >
            {!search.status && 'Send news to everyone or a group. It appears in their notifications.'}
          </EmptyState>
        }
      />
      {isWriting && <NewAnnouncement onClose={() => setWriting(false)} />}
    </Page>
  );
}

const isMoving = ({ status, send_at: at, figures }: Announcement): boolean =>
  status === 'sending' ||
  figures.mails_waiting + figures.pushes_waiting > 0 ||
  (status === 'scheduled' && new Date(at).getTime() <= Date.now() + EVERY_MS);

const pathOf = ({ id }: Announcement) => ({ path: { announcementId: id } });

/** A canceled announcement can't be resumed. A new one has to be written. */
function useCancelAnnouncement() {
  const client = useQueryClient();
  return optimisticMutation<{ announcement: Announcement }>({
    item: ({ announcement }) => `announcement:${announcement.id}`,
    apply: ({ announcement }) => announcements.overlay.add(announcement.id, { status: 'cancelled' }),
    send: ({ announcement }) => call('POST /api/v1/platform/announcements/{announcementId}/cancel', pathOf(announcement)),
    done: ({ announcement }) => `“${announcement.title}” canceled`,
    failed: 'Couldn’t cancel the announcement',
    settle: () => announcements.invalidate(client),
  });
}

/** Removes an announcement from recipients' notifications. Undo restores it, including its read state. */
function useWithdrawAnnouncement() {
  const client = useQueryClient();
  return optimisticMutation<{ announcement: Announcement }>({
    item: ({ announcement }) => `announcement:${announcement.id}`,
    apply: ({ announcement }) => announcements.overlay.add(announcement.id, { status: 'withdrawn' }),
    send: ({ announcement }) => call('POST /api/v1/platform/announcements/{announcementId}/withdraw', pathOf(announcement)),
    revert: ({ announcement }) => call('POST /api/v1/platform/announcements/{announcementId}/restore', pathOf(announcement)),
    done: ({ announcement }) => `“${announcement.title}” withdrawn from the app. ${unrecallableNote(announcement)}`.trim(),
    failed: 'Couldn’t withdraw the announcement',
    settle: () => announcements.invalidate(client),
  });
}

interface AnnouncementColumnOptions {
  /** Why nothing can be changed now. */
  disabledReason: string | null;
  onCancel: (announcement: Announcement) => void;
  onWithdraw: (announcement: Announcement) => void;
}

const announcementColumns = ({ disabledReason, onCancel, onWithdraw }: AnnouncementColumnOptions): Column<Announcement>[] => [
  {
    head: 'Announcement',
    part: 'title',
    cell: ({ title, body }) => (
      <span className="grid gap-0.5">
        <span className="line-clamp-2" title={title}>
          {title}
        </span>
        <span className="line-clamp-2 text-sm font-normal text-ink-muted">{body}</span>
      </span>
    ),
    className: 'min-w-56',
  },
  {
    head: 'To',
    part: 'fact',
    cell: (announcement) => (
      <span className="line-clamp-2 wrap-anywhere whitespace-normal lg:w-36" title={targetLabel(announcement)}>
        {targetLabel(announcement)}
      </span>
    ),
    onCard: targetLabel,
  },
  {
    head: 'Status',
    part: 'fact',
    cell: ({ status }) => <Badge tone={announcementStatusLabels[status].tone}>{announcementStatusLabels[status].name}</Badge>,
  },
  {
    head: 'When',
    part: 'fact',
    cell: ({ send_at: at }) => (
      <time dateTime={at} className="block whitespace-normal lg:w-28">
        {formatDateTime(at)}
      </time>
    ),
  },
  {
    head: 'Delivery',
    part: 'line',
    cell: (announcement) => <span className="block whitespace-normal lg:w-44">{deliverySummary(announcement)}</span>,
  },
  {
    head: 'Actions',
    part: 'action',
    below: (announcement) => isCancellable(announcement) || isWithdrawable(announcement),
    cell: (announcement) =>
      isWithdrawable(announcement) ? (
        <Button
          size="sm"
          aria-label={`Withdraw ${announcement.title}`}
          icon={<Undo2 aria-hidden className="size-4" />}
          disabledReason={disabledReason}
          onClick={() => onWithdraw(announcement)}
        >
          Withdraw
        </Button>
      ) : isCancellable(announcement) ? (
        <Button
          size="sm"
          aria-label={`Cancel ${announcement.title}`}
          icon={<CircleX aria-hidden className="size-4" />}
          disabledReason={disabledReason}
          onClick={() => onCancel(announcement)}
        >
          Cancel
        </Button>
      ) : null,
  },
];

const isCancellable = ({ status }: Announcement): boolean => status === 'scheduled' || status === 'sending';

/** An announcement that is still being sent has to be canceled first. */
const isWithdrawable = ({ status, figures }: Announcement): boolean =>
  status === 'sent' || (status === 'cancelled' && figures.recipients > 0);

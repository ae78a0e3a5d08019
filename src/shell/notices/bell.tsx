import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { components } from '#openapi/api.ts';
import { formatDateTime, formatRelativeTime } from '#src/lib/format.ts';
import type { NotificationClickMessage } from '#src/lib/push-message.ts';
import { useSession } from '#src/session/use-session.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { PushControl } from '#src/shell/push/push-control.tsx';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Bell as BellIcon, CheckCheck } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { invalidateNotices, noticesQuery } from './queries.ts';

type Notice = components['schemas']['Notice'];
type Pages = InfiniteData<components['schemas']['NoticePage']>;

const MAX_SHOWN = 99;

/** The number of unread notices, and a button that opens them. */
export function Bell() {
  const session = useSession();
  return session && !session.expired ? <OwnBell key={session.user.id} account={session.user.id} /> : null;
}

function OwnBell({ account }: { account: string }) {
  const [isOpen, setOpen] = useState(false);
  const query = useInfiniteQuery(noticesQuery(account));
  useRefetchOnReconnect(query);
  useNotificationClick();
  const unread = query.data?.pages[0]?.unread ?? 0;
  return (
    <>
      <span className="relative">
        <IconButton
          label={unread === 0 ? 'Notifications' : `Notifications, ${unread.toLocaleString()} unread`}
          icon={<BellIcon aria-hidden className="size-5" />}
          onClick={() => setOpen(true)}
        />
        {unread > 0 && (
          <span
            aria-hidden
            className="pointer-events-none absolute top-1 right-0 min-w-5 rounded-full bg-accent px-1 text-center text-xs font-semibold text-on-accent tabular-nums"
          >
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        )}
      </span>
      {isOpen && <NoticesSheet account={account} query={query} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Follows the link of a notification when the worker reports that it was pressed. */
function useNotificationClick() {
  const navigate = useNavigate();
  const onMessage = useEffectEvent(({ data }: MessageEvent<Partial<NotificationClickMessage> | null>) => {
    if (data?.type === 'NOTICE_PRESSED' && data.link) void navigate({ href: data.link });
  });
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('message', onMessage);
    return () => serviceWorker.removeEventListener('message', onMessage);
  }, []);
}

interface NoticesSheetProps {
  account: string;
  query: UseInfiniteQueryResult<Pages>;
  onClose: () => void;
}

/** The notices, newest first. */
function NoticesSheet({ account, query, onClose }: NoticesSheetProps) {
  const asChanged = noticeOverlay.usePatched();
  const navigate = useNavigate();
  const read = useMarkRead();
  const isOnline = useConnection() === 'online';
  const notices = (query.data?.pages ?? []).flatMap(({ items }) => items).flatMap((notice) => asChanged(notice.id, notice) ?? []);
  const unread = notices.filter(({ read_at: at }) => at === null);
  const open = (notice: Notice) => {
    if (notice.read_at === null) read({ notices: [notice], includeUnloaded: false });
    if (notice.link === null) return;
    onClose();
    void navigate({ href: notice.link });
  };
  return (
    <Sheet open onOpenChange={(isOpen) => isOpen || onClose()} title="Notifications">
      <QueryState
        query={query}
        as="part"
        failed="Couldn’t load your notifications"
        offline="They’ll load once the server responds."
        skeleton={<RowsSkeleton label="Loading your notifications" rows={4} row="py-3" lines={['h-5 w-48', 'h-4 w-full']} />}
      >
        {() =>
          notices.length === 0 ? (
            <EmptyState icon={<BellIcon />} title="No notifications">
              You’ll see updates here.
            </EmptyState>
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
              <Button
                size="sm"
                className="justify-self-start"
                icon={<CheckCheck aria-hidden className="size-4" />}
                disabledReason={isOnline ? unread.length === 0 && 'All notifications are read.' : NEEDS_CONNECTION}
                onClick={() => read({ notices: unread, includeUnloaded: true })}
              >
                Mark all as read
              </Button>
              <ul className="divide-y divide-line">
                {notices.map((notice) => (
                  <li key={notice.id} className="grid gap-1 py-3">
                    <p className={notice.read_at === null ? 'font-semibold wrap-anywhere' : 'font-medium wrap-anywhere'}>
                      {notice.read_at === null && <span className="mr-2 text-xs font-medium text-accent-text">New</span>}
                      {notice.title}
                    </p>
                    <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-muted">{notice.body}</p>
                    <div className="flex flex-wrap items-center justify-between gap-2">
                      <time dateTime={notice.created_at} title={formatDateTime(notice.created_at)} className="text-xs text-ink-muted">
                        {formatRelativeTime(new Date(notice.created_at).getTime())}
                      </time>
                      {notice.link !== null ? (
                        <Button size="sm" aria-label={`Open: ${notice.title}`} onClick={() => open(notice)}>
                          Open
                        </Button>
                      ) : (
                        notice.read_at === null && (
                          <Button
                            size="sm"
                            variant="quiet"
                            aria-label={`Mark as read: ${notice.title}`}
                            disabledReason={isOnline ? null : NEEDS_CONNECTION}
                            onClick={() => open(notice)}
                          >
                            Mark as read
                          </Button>
                        )
                      )}
                    </div>
                  </li>
                ))}
              </ul>
              <LoadMore query={query} />
            </div>
          )
        }
      </QueryState>
      <section aria-label="On this device" className="mt-6 border-t border-line pt-4">
        <PushControl account={account} />
      </section>
    </Sheet>
  );
}

/** Optimistic patches, by the notice's id. */
const noticeOverlay = createOverlay<Notice>();

/** @param ids null: all of them */
const markNoticesRead = async (ids: string[] | null) => unwrap(await api.POST('/api/v1/notices/read', { body: { ids } }));

interface MarkReadChange {
  notices: Notice[];
  /** Those that are not loaded too. */
  includeUnloaded: boolean;
}

function useMarkRead() {
  const client = useQueryClient();
  return optimisticMutation<MarkReadChange>({
    item: () => 'notices',
    apply: ({ notices }) => {
      const drops = notices.map(({ id }) => noticeOverlay.add(id, { read_at: new Date().toISOString() }));
      return () => drops.forEach((drop) => drop());
    },
    send: ({ notices, includeUnloaded }) => markNoticesRead(includeUnloaded ? null : notices.map(({ id }) => id)),
    failed: 'Couldn’t mark the notification as read',
    settle: () => invalidateNotices(client),
  });
}

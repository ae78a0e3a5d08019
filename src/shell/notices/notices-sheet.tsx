import { useQueryClient, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { components } from '#openapi/api.ts';
import { formatRelativeTime, formatDateTime } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { PushControl } from '#src/shell/push/push-control.tsx';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Bell, CheckCheck } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { markNoticesRead, noticeOverlay, type Notice } from './notice-queries.ts';
import { invalidateNotices } from './notices-key.ts';

type Pages = InfiniteData<components['schemas']['NoticePage']>;

interface NoticesSheetProps {
  account: string;
  query: UseInfiniteQueryResult<Pages>;
  onClose: () => void;
}

/** What one was told, the newest first. */
export function NoticesSheet({ account, query, onClose }: NoticesSheetProps) {
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
        offline="They appear as soon as the server can be reached."
        skeleton={<RowsSkeleton label="Loading your notifications" rows={4} row="py-3" lines={['h-5 w-48', 'h-4 w-full']} />}
      >
        {() =>
          notices.length === 0 ? (
            <EmptyState icon={<Bell />} title="No notifications">
              News for you appears here.
            </EmptyState>
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
              <Button
                size="sm"
                className="justify-self-start"
                icon={<CheckCheck aria-hidden className="size-4" />}
                disabledReason={isOnline ? unread.length === 0 && 'Everything has been read.' : NEEDS_CONNECTION}
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
    commit: ({ notices, includeUnloaded }) => markNoticesRead(includeUnloaded ? null : notices.map(({ id }) => id)),
    failed: 'Couldn’t mark the notification as read',
    settle: () => invalidateNotices(client),
  });
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { NotificationClickMessage } from '#src/lib/push-message.ts';
import { useSession } from '#src/session/use-session.ts';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Bell as BellIcon } from '#src/ui/icons.ts';
import { noticesQuery } from './notice-queries.ts';
import { NoticesSheet } from './notices-sheet.tsx';

const MAX_SHOWN = 99;

/** How many notices are unread, and the way to them. */
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

/** The worker says that a notification was pressed which leads somewhere. */
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

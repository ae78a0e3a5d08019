import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notifyPerson } from '#server/live/person.ts';
import { countUnread, listNoticeRows, markRead, noticeOrder } from '#server/notifications/notice-repository.ts';
import { presentNotice } from '#server/notifications/presenter.ts';

/** What one was told oneself. */
export function noticeCalls({ db }: Pick<Deps, 'db'>) {
  return {
    async listNotices({ viewer: { userId }, query: { cursor, limit } }) {
      const { rows, cursors } = await noticeOrder.page({ cursor, limit, sort: '-created_at' }, (range) =>
        listNoticeRows(db, userId, range),
      );
      const unread = await countUnread(db, userId);
      return { status: 200, body: { items: rows.map(presentNotice), next_cursor: cursors.next_cursor, unread } };
    },

    async markNoticesRead({ viewer: { userId }, body: { ids } }) {
      await db.transaction(async (tx) => {
        // One's other pages show it too.
        if (await markRead(tx, userId, ids)) await notifyPerson(tx, userId);
      });
      return { status: 200, body: { unread: await countUnread(db, userId) } };
    },
  } satisfies Partial<OperationsOf<'notifications'>>;
}

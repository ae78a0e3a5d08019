import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { announcementCalls, noticeCalls } from '#server/notifications/operations/announcements.ts';
import { pushCalls } from '#server/notifications/operations/push.ts';

export const notificationOperations = (deps: Deps): OperationsOf<'notifications'> => ({
  ...noticeCalls(deps),
  ...announcementCalls(deps),
  ...pushCalls(deps),
});

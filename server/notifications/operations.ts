import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { announcementCalls } from '#server/notifications/operations/announcement-calls.ts';
import { noticeCalls } from '#server/notifications/operations/notice-calls.ts';
import { pushCalls } from '#server/notifications/operations/push-calls.ts';

export const notificationOperations = (deps: Deps): OperationsOf<'notifications'> => ({
  ...noticeCalls(deps),
  ...announcementCalls(deps),
  ...pushCalls(deps),
});

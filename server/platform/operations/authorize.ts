import { forbidden, ONLY_SUPER_ADMINS } from '#server/http/problem.ts';
import { canReadLogs, canRunPlatform } from '#server/platform/policy.ts';
import type { Viewer } from '#server/viewer.ts';

/** @throws {Problem} 403 */
export function requireRunsPlatform(viewer: Viewer): void {
  if (!canRunPlatform(viewer)) throw forbidden(ONLY_SUPER_ADMINS);
}

/** @throws {Problem} 403 */
export function requireReadsLogs(viewer: Viewer): void {
  if (!canReadLogs(viewer)) throw forbidden(ONLY_SUPER_ADMINS);
}

// What the platform’s settings allow: writes during maintenance, and the size of uploads.
import type { components } from '#openapi/api.ts';
import type { OperationId } from '#openapi/operations.ts';
import type { Config } from '#server/config.ts';
import { Problem } from '#server/http/problem.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

/** Needed for reading, and for a super admin to end the maintenance. */
const SESSION_CALLS: ReadonlySet<OperationId> = new Set([
  'login',
  'completeLogin',
  'beginPasskeyLogin',
  'loginWithPasskey',
  'refreshSession',
  'logout',
  // Returns a super admin to their own session.
  'stopViewing',
  'resumeGuest',
]);

/** Bounds of Retry-After in seconds. Phones retry about as often by themselves. */
const MIN_WAIT_S = 5;

const MAX_WAIT_S = 30;

/** The message for users. Null if there is no maintenance, or its end has passed. */
export function maintenanceNotice(
  { is_on: isOn, message, until }: Schemas['PlatformMaintenance'],
  now = Date.now(),
): Schemas['MaintenanceNotice'] | null {
  return isOn && (until === null || Date.parse(until) > now) ? { message, until } : null;
}

interface CallFacts {
  id: OperationId;
  /** Reads may use a body, too. */
  isRead: boolean;
  isPublic: boolean;
}

/** Returns the problem for a write during maintenance, or null. Calls that require a login fail with 401 first. */
export function maintenanceRefusal(
  maintenance: Schemas['PlatformMaintenance'],
  { id, isRead, isPublic }: CallFacts,
  viewer: Pick<Viewer, 'permissions'> | null,
  now = Date.now(),
): Problem | null {
  const notice = maintenanceNotice(maintenance, now);
  if (!notice || isRead || SESSION_CALLS.has(id)) return null;
  if (viewer ? viewer.permissions.all === true : !isPublic) return null;
  const seconds = notice.until === null ? MAX_WAIT_S : Math.ceil((Date.parse(notice.until) - now) / 1000);
  const wait = Math.min(MAX_WAIT_S, Math.max(MIN_WAIT_S, seconds));
  const detail = `Under maintenance. Changes are disabled. ${notice.message}`.trim();
  return new Problem(503, 'maintenance', detail, { headers: { 'retry-after': String(wait) } });
}

/** Limits by environment variables. */
export const uploadBounds = ({
  maxPhotoBytes,
  maxPhotoPixels,
  openUploads,
}: Pick<Config, 'maxPhotoBytes' | 'maxPhotoPixels' | 'openUploads'>): Schemas['UploadBounds'] => ({
  photo_bytes: maxPhotoBytes,
  photo_pixels: maxPhotoPixels,
  open_uploads: openUploads.files,
  open_upload_bytes: openUploads.bytes,
});

/** A variable limits the setting, even if it was lowered later. */
export function effectiveLimits(set: Schemas['UploadLimits'], bounds: Schemas['UploadBounds']): Schemas['UploadBounds'] {
  const limit = (name: keyof Schemas['UploadBounds']) => Math.min(set[name] ?? Infinity, bounds[name]);
  return {
    photo_bytes: limit('photo_bytes'),
    photo_pixels: limit('photo_pixels'),
    open_uploads: limit('open_uploads'),
    open_upload_bytes: limit('open_upload_bytes'),
  };
}

// The repository of the platform’s settings (one row per part that was changed), and of the viewer’s current platform permissions.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { type PermissionFlag, rolePermissions, users } from '#server/db/schema/accounts.ts';
import { platformSettings } from '#server/db/schema/platform.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { unauthenticated } from '#server/http/problem.ts';
import { followTopic } from '#server/live/hub.ts';
import { notifyTopic } from '#server/live/topics-repository.ts';
import type { Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

export interface Settings {
  name: string;
  registration: Schemas['PlatformRegistration'];
  organization_defaults: Schemas['OrganizationDefaults'];
  /** Null: the environment variable applies. */
  limits: Schemas['UploadLimits'];
  /** Null per day: the environment variable applies. */
  paid_images: Schemas['PaidImages'];
  maintenance: Schemas['PlatformMaintenance'];
  /** Null: the environment variable applies. */
  log_retention_days: number | null;
}

/** Defaults. */
export const initialSettings: Settings = {
  name: 'AI Image Suite',
  registration: { personal: 'open', organization: 'approval' },
  organization_defaults: {
    plan: 'free',
    event_settings: { default_type: 'public', default_duration: 2, require_approval: false, auto_gallery: true, allow_downloads: true },
  },
  limits: { photo_bytes: null, photo_pixels: null, open_uploads: null, open_upload_bytes: null },
  paid_images: { per_day: null, per_person: null },
  maintenance: { is_on: false, message: '', until: null },
  log_retention_days: null,
};

/** Published by every change and followed by all processes. */
export const SETTINGS_TOPIC = 'settings';

export async function readSettings(db: Queryable): Promise<Settings> {
  const rows = await db.select({ name: platformSettings.name, value: platformSettings.value }).from(platformSettings);
  return { ...initialSettings, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) };
}

/** Locks the settings until the transaction ends. */
export async function lockPlatformSettings(tx: Tx): Promise<Settings> {
  await tx.execute(sql`lock table ${platformSettings} in share row exclusive mode`);
  return readSettings(tx);
}

export async function writeSetting<Name extends keyof Settings>(
  db: Queryable,
  name: Name,
  value: NonNullable<Settings[Name]>,
): Promise<void> {
  const set = { value, updatedAt: new Date() };
  await db
    .insert(platformSettings)
    .values({ name, ...set })
    .onConflictDoUpdate({ target: platformSettings.name, set });
  await notifyTopic(db, SETTINGS_TOPIC, 0);
}

export interface LiveSettings {
  current: () => Settings;
  /** For the process that made the change. */
  reload: () => Promise<Settings>;
  close: () => void;
}

export async function openLiveSettings({ db, hub, log }: Pick<Deps, 'db' | 'hub' | 'log'>): Promise<LiveSettings> {
  let current = await readSettings(db);
  const reread = async () => (current = await readSettings(db));
  const failed = (error: unknown) => log.warn({ err: error }, 'cannot read the platform’s settings, will retry');
  const poll = async () => {
    await reread();
    return false;
  };
  const topic = followTopic(hub, SETTINGS_TOPIC, { poll, onError: failed });
  return { current: () => current, reload: reread, close: () => topic.end() };
}

const PLATFORM_FLAGS = ['all', 'manage_users', 'manage_organizations'] as const satisfies PermissionFlag[];

/**
 * Returns the viewer with their current platform permissions, and locks them until the transaction ends.
 * @throws {Problem} 401 if the account was deleted or disabled
 */
export async function lockPlatformRights(tx: Tx, viewer: Viewer): Promise<Viewer> {
  const [own] = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, viewer.userId), isNull(users.disabledAt), isNull(users.deletedAt)))
    .for('share');
  if (!own) throw unauthenticated();
  const rows = await tx.select({ flag: rolePermissions.flag }).from(rolePermissions).where(eq(rolePermissions.role, own.role));
  const flags = new Set(rows.map(({ flag }) => flag));
  const { all: _all, manage_users: _users, manage_organizations: _organizations, ...ofMemberships } = viewer.permissions;
  const ofPlatform = PLATFORM_FLAGS.filter((flag) => flags.has(flag)).map((flag) => [flag, true] as const);
  return { ...viewer, permissions: { ...ofMemberships, ...Object.fromEntries(ofPlatform) } };
}

// The repository of what super administrators set for the whole platform: one row for each part, and none where nobody has set it.
import { sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { platformSettings } from '#server/db/schema/platform.ts';
import type { Queryable, Tx } from '#server/db/types.ts';
import { notifyTopic } from '#server/live/hub.ts';

type Schemas = components['schemas'];

export interface Settings {
  name: string;
  registration: Schemas['PlatformRegistration'];
  organization_defaults: Schemas['OrganizationDefaults'];
  /** Null: as the variable says. */
  limits: Schemas['UploadLimits'];
  maintenance: Schemas['PlatformMaintenance'];
  /** Null: as the variable says. */
  log_retention_days: number | null;
}

/** As the product is, where nobody has set anything. */
export const initialSettings: Settings = {
  name: 'AI Image Suite',
  registration: { personal: 'open', organization: 'approval' },
  organization_defaults: {
    plan: 'free',
    event_settings: { default_type: 'public', default_duration: 2, require_approval: false, auto_gallery: true, allow_downloads: true },
  },
  limits: { photo_bytes: null, photo_pixels: null, open_uploads: null, open_upload_bytes: null },
  maintenance: { is_on: false, message: '', until: null },
  log_retention_days: null,
};

/** Told by whoever changes one, and heard by every process. */
export const SETTINGS_TOPIC = 'settings';

export async function readSettings(db: Queryable): Promise<Settings> {
  const rows = await db.select({ name: platformSettings.name, value: platformSettings.value }).from(platformSettings);
  return { ...initialSettings, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) };
}

/** Held until the transaction ends: of two who change them, one is first. */
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

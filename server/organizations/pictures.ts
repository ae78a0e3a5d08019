// The pictures of an organization (avatar, logo, image of the watermark’s text), each stored under its hash, and its watermark.
import { createHash } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Deps } from '#server/deps.ts';
import { findOrganization, lockOrganization, type OrganizationRow } from '#server/organizations/repository.ts';
import { storageKeys } from '#server/storage/storage.ts';

type Schemas = components['schemas'];

/** Renders pictures in the worker processes that photos use. */
export interface PictureRenderer {
  /** Converts any picture to a small JPEG. */
  thumbOf(bytes: Buffer): Promise<Buffer>;
  /** Converts any picture to a small PNG with transparency. */
  logoOf(bytes: Buffer): Promise<Buffer>;
}

export const pictureKinds = {
  avatar: { column: 'avatarUrl', file: 'jpg', type: 'image/jpeg' },
  logo: { column: 'logoUrl', file: 'png', type: 'image/png' },
  watermark: { column: 'watermarkUrl', file: 'png', type: 'image/png' },
} as const;

export type PictureKind = keyof typeof pictureKinds;

export const pictureUrl = (organizationId: string, kind: PictureKind, hash: string) =>
  `/organization_settings/${organizationId}/${kind}/${hash}`;

/** Storage key of the picture with this URL. */
export function pictureKeyOf(url: string): string {
  const [, , organizationId = '', kind = '', hash = ''] = url.split('/');
  if (!(kind in pictureKinds)) throw new Error(`${url} is not the URL of an organization’s picture`);
  return storageKeys.organizationPicture(organizationId, hash, pictureKinds[kind as PictureKind].file);
}

const hashOf = (url: string | null): string | undefined => url?.split('/').at(-1);

/** Stores a picture and returns its URL. The organization must be locked until it uses the picture, so that it isn’t deleted as unused. */
export async function storePicture({ storage }: Pick<Deps, 'storage'>, organizationId: string, kind: PictureKind, drawn: Buffer) {
  const hash = createHash('sha256').update(drawn).digest('hex').slice(0, 16);
  await storage.put(storageKeys.organizationPicture(organizationId, hash, pictureKinds[kind].file), drawn);
  return pictureUrl(organizationId, kind, hash);
}

/** Deletes pictures that the organization no longer uses. A failure is only logged: the change is valid, and the file is small. */
export async function deleteReplacedPictures(
  { db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>,
  before: OrganizationRow,
): Promise<void> {
  const kinds = Object.values(pictureKinds);
  try {
    await db.transaction(async (tx) => {
      await lockOrganization(tx, before.id);
      const now = await findOrganization(tx, before.id);
      for (const { column, file } of kinds) {
        const hash = hashOf(before[column]);
        // The logo and the watermark may be the same file.
        const isShown = kinds.some((kind) => kind.file === file && now && hashOf(now[kind.column]) === hash);
        if (hash !== undefined && !isShown) await storage.delete(storageKeys.organizationPicture(before.id, hash, file));
      }
    });
  } catch (error) {
    log.warn({ err: error, organizationId: before.id }, 'a picture that was replaced could not be removed');
  }
}

/** Deletes all pictures, when the organization is purged. */
export async function deleteAllPictures({ storage }: Pick<Deps, 'storage'>, organization: OrganizationRow): Promise<void> {
  for (const { column, file } of Object.values(pictureKinds)) {
    const hash = hashOf(organization[column]);
    if (hash !== undefined) await storage.delete(storageKeys.organizationPicture(organization.id, hash, file));
  }
}

/** Whether any picture changed. */
export const hasOtherPictures = (before: OrganizationRow, after: OrganizationRow): boolean =>
  Object.values(pictureKinds).some(({ column }) => before[column] !== after[column]);

/** The columns that define a watermark. */
export const watermarkColumns = {
  enabled: organizations.watermarkEnabled,
  source: organizations.watermarkSource,
  logoUrl: organizations.logoUrl,
  textUrl: organizations.watermarkUrl,
  position: organizations.watermarkPosition,
  size: organizations.watermarkSize,
  strength: organizations.watermarkStrength,
};

export interface WatermarkFacts extends Pick<Schemas['Watermark'], 'enabled' | 'source' | 'position' | 'size' | 'strength'> {
  logoUrl: string | null;
  textUrl: string | null;
}

type WatermarkRow = Pick<
  typeof organizations.$inferSelect,
  'id' | 'logoUrl' | 'watermarkUrl' | 'watermarkEnabled' | 'watermarkSource' | 'watermarkPosition' | 'watermarkSize' | 'watermarkStrength'
>;

export const watermarkFacts = (row: WatermarkRow): WatermarkFacts => ({
  enabled: row.watermarkEnabled,
  source: row.watermarkSource,
  logoUrl: row.logoUrl,
  textUrl: row.watermarkUrl,
  position: row.watermarkPosition,
  size: row.watermarkSize,
  strength: row.watermarkStrength,
});

export interface Watermark extends Pick<WatermarkFacts, 'position' | 'size' | 'strength'> {
  /** Identifies the picture and its placement. */
  tag: string;
  /** Storage key of the picture. */
  pictureKey: string;
}

/** Increment when the rendering changes, to invalidate stored copies and caches. */
const RENDER_VERSION = 1;

export const watermarkPicture = ({ source, logoUrl, textUrl }: WatermarkFacts): string | null => (source === 'logo' ? logoUrl : textUrl);

/** Null if it is off. */
export function watermarkOf(organizationId: string, facts: WatermarkFacts): Watermark | null {
  if (!facts.enabled) return null;
  const hash = watermarkPicture(facts)?.split('/').at(-1);
  // Fail rather than serve photos without their watermark. A database constraint prevents such rows.
  if (hash === undefined) throw new Error(`the watermark of organization ${organizationId} is on and has no picture`);
  const { position, size, strength } = facts;
  const tag = createHash('sha256')
    .update(JSON.stringify([RENDER_VERSION, hash, position, size, strength]))
    .digest('hex')
    .slice(0, 12);
  return { tag, pictureKey: storageKeys.organizationPicture(organizationId, hash, 'png'), position, size, strength };
}

export const ownWatermark = (row: WatermarkRow): Watermark | null => watermarkOf(row.id, watermarkFacts(row));

// The pictures of an organization (avatar, logo, image of the watermark’s text), each stored under its hash, and its watermark.
import { createHash } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Deps } from '#server/deps.ts';
import { findOrganization, lockOrganization, type OrganizationRow } from '#server/organizations/repository.ts';
import { storageKeys } from '#server/storage/storage.ts';

type Schemas = components['schemas'];

/** Who draws pictures: the processes that do it for photos. */
export interface PictureRenderer {
  /** A small JPEG of any picture. */
  thumbOf(bytes: Buffer): Promise<Buffer>;
  /** A small PNG of any picture; what is transparent stays so. */
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

/** Where a picture lies that has this address. */
export function pictureKeyOf(url: string): string {
  const [, , organizationId = '', kind = '', hash = ''] = url.split('/');
  if (!(kind in pictureKinds)) throw new Error(`${url} is no picture of an organization`);
  return storageKeys.organizationPicture(organizationId, hash, pictureKinds[kind as PictureKind].file);
}

const hashOf = (url: string | null): string | undefined => url?.split('/').at(-1);

/** The caller has locked the organization, until it shows the picture: none that is shown is forgotten. Returns its address. */
export async function storePicture({ storage }: Pick<Deps, 'storage'>, organizationId: string, kind: PictureKind, drawn: Buffer) {
  const hash = createHash('sha256').update(drawn).digest('hex').slice(0, 16);
  await storage.put(storageKeys.organizationPicture(organizationId, hash, pictureKinds[kind].file), drawn);
  return pictureUrl(organizationId, kind, hash);
}

/** Removes what the organization showed before and shows no more. A file that stays costs a few kilobytes; the change counts all the same. */
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
        // One picture may be logo and watermark.
        const isShown = kinds.some((kind) => kind.file === file && now && hashOf(now[kind.column]) === hash);
        if (hash !== undefined && !isShown) await storage.delete(storageKeys.organizationPicture(before.id, hash, file));
      }
    });
  } catch (error) {
    log.warn({ err: error, organizationId: before.id }, 'a picture that was replaced could not be removed');
  }
}

/** All that it shows, when it goes for good. */
export async function deleteAllPictures({ storage }: Pick<Deps, 'storage'>, organization: OrganizationRow): Promise<void> {
  for (const { column, file } of Object.values(pictureKinds)) {
    const hash = hashOf(organization[column]);
    if (hash !== undefined) await storage.delete(storageKeys.organizationPicture(organization.id, hash, file));
  }
}

/** Whether the organization shows other pictures than before. */
export const hasOtherPictures = (before: OrganizationRow, after: OrganizationRow): boolean =>
  Object.values(pictureKinds).some(({ column }) => before[column] !== after[column]);

/** What makes the watermark, as an organization's row holds it. */
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
  /** Names this picture laid in this way, and nothing else. */
  tag: string;
  /** Where the picture lies in the storage. */
  pictureKey: string;
}

/** Raised when watermarks are laid differently, so that copies are made and fetched anew. */
const RENDER_VERSION = 1;

export const watermarkPicture = ({ source, logoUrl, textUrl }: WatermarkFacts): string | null => (source === 'logo' ? logoUrl : textUrl);

/** Null: it is off. */
export function watermarkOf(organizationId: string, facts: WatermarkFacts): Watermark | null {
  if (!facts.enabled) return null;
  const hash = watermarkPicture(facts)?.split('/').at(-1);
  // Never no watermark instead of one that is on; the database holds no such row.
  if (hash === undefined) throw new Error(`the watermark of organization ${organizationId} is on and has no picture`);
  const { position, size, strength } = facts;
  const tag = createHash('sha256')
    .update(JSON.stringify([RENDER_VERSION, hash, position, size, strength]))
    .digest('hex')
    .slice(0, 12);
  return { tag, pictureKey: storageKeys.organizationPicture(organizationId, hash, 'png'), position, size, strength };
}

/** The same of an organization's own row. */
export const ownWatermark = (row: WatermarkRow): Watermark | null => watermarkOf(row.id, watermarkFacts(row));

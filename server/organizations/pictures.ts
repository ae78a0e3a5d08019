// The pictures of an organization, each under its own hash: its avatar, its logo, and that of its watermark's text.
import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { findOrganization, lockOrganization, type OrganizationRow } from '#server/organizations/repository.ts';
import { storageKeys } from '#server/storage/storage.ts';

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

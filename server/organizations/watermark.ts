// The watermark of an organization: what is laid on its photos for people outside it.
import { createHash } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { storageKeys } from '#server/storage/storage.ts';

type Schemas = components['schemas'];

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

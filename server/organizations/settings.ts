// An organization's settings: what is asked of them, and what that changes.
import { eq, sql } from 'drizzle-orm';
import type { components } from '#openapi/api.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import type { Tx } from '#server/db/types.ts';
import { normalizeEmail } from '#server/http/email-addresses.ts';
import { changedMeanwhile, matchesIfMatch } from '#server/http/etag.ts';
import { Problem } from '#server/http/problem.ts';
import { notifyMembers } from '#server/organizations/members.ts';
import type { OrganizationRow } from '#server/organizations/repository.ts';
import { watermarkFacts, watermarkPicture } from '#server/organizations/watermark.ts';

export type OrganizationChanges = Partial<Omit<typeof organizations.$inferInsert, 'id' | 'createdAt' | 'deletedAt' | 'settingsVersion'>>;

/**
 * What the request names and is not so already.
 * @param textPicture the address of the picture that came with the watermark's text
 */
export function settingsChanges(
  before: OrganizationRow,
  { event_settings: event = {}, branding = {}, ...profile }: components['schemas']['UpdateOrganizationSettingsRequest'],
  textPicture?: string,
): OrganizationChanges {
  // A picture is set by its upload, which tells its address.
  if (profile.avatar_url && profile.avatar_url !== before.avatarUrl) throw notUsable('avatar_not_usable', 'The avatar', 'body.avatar_url');
  if (branding.logo_url && branding.logo_url !== before.logoUrl) throw notUsable('logo_not_usable', 'The logo', 'body.branding.logo_url');
  const { watermark = {} } = branding;
  const text = watermark.text?.trim();
  const changes = changedFields(before, {
    name: profile.name?.trim(),
    contactEmail: profile.contact_email && normalizeEmail(profile.contact_email),
    phoneNumber: profile.phone_number,
    description: profile.description,
    avatarUrl: profile.avatar_url,
    defaultEventType: event.default_type,
    // The database keeps durations in single precision.
    defaultEventDurationHours: event.default_duration === undefined ? undefined : Math.fround(event.default_duration),
    defaultRequireApproval: event.require_approval,
    defaultAutoGallery: event.auto_gallery,
    defaultAllowDownloads: event.allow_downloads,
    primaryColor: branding.primary_color,
    secondaryColor: branding.secondary_color,
    logoUrl: branding.logo_url,
    watermarkEnabled: watermark.enabled,
    watermarkSource: watermark.source,
    watermarkText: text,
    watermarkUrl: text === '' ? null : textPicture,
    watermarkPosition: watermark.position,
    watermarkSize: watermark.size,
    watermarkStrength: watermark.strength,
  });
  if (changes.watermarkText && textPicture === undefined)
    throw watermarkIncomplete('text_picture', 'A new watermark text needs its image.');
  const after = watermarkFacts({ ...before, ...changes });
  if (after.enabled && watermarkPicture(after) === null)
    throw after.source === 'logo'
      ? watermarkIncomplete('source', 'The watermark uses the logo, but there is none. Add a logo, use text, or turn off the watermark.')
      : watermarkIncomplete('text', 'The watermark uses text, but there is none. Enter text, or turn off the watermark.');
  return changes;
}

const watermarkIncomplete = (field: 'text' | 'text_picture' | 'source', detail: string) =>
  new Problem(422, 'watermark_incomplete', detail, { errors: [{ field: `body.branding.watermark.${field}`, message: detail }] });

/** Of what is named (not undefined), what differs. */
export function changedFields(before: OrganizationRow, named: OrganizationChanges): OrganizationChanges {
  return Object.fromEntries(
    Object.entries(named).filter(([key, value]) => value !== undefined && value !== before[key as keyof OrganizationRow]),
  );
}

/** The caller has locked the organization. */
export async function changeOrganization(tx: Tx, id: string, changes: OrganizationChanges): Promise<void> {
  await tx
    .update(organizations)
    .set({ ...changes, settingsVersion: sql`${organizations.settingsVersion} + 1` })
    .where(eq(organizations.id, id));
  await notifyMembers(tx, id);
}

export const settingsETag = ({ settingsVersion }: Pick<OrganizationRow, 'settingsVersion'>): string => `"${settingsVersion}"`;

/** @throws {Problem} 412 `changed_meanwhile` when the settings are others than those that were read */
export function requireUnchanged(organization: OrganizationRow, ifMatch: string | undefined): void {
  if (!matchesIfMatch(ifMatch, settingsETag(organization))) throw changedMeanwhile('these settings');
}

function notUsable(code: 'avatar_not_usable' | 'logo_not_usable', what: string, field: string): Problem {
  const message = 'must be the one that is there, or null';
  return new Problem(422, code, `${what} ${message}.`, { errors: [{ field, message }] });
}

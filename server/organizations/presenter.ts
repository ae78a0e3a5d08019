import type { components } from '#openapi/api.ts';
import { type MemberInvitationRow, memberInvitationStatus, type MemberRow } from '#server/organizations/members-repository.ts';
import { watermarkFacts, watermarkPicture } from '#server/organizations/pictures.ts';
import type { OrganizationDetails, PlatformOrganizationRow, StatusChangeRow } from '#server/organizations/platform-repository.ts';
import { canChangeSettings, memberAbilities } from '#server/organizations/policy.ts';
import type { OrganizationOfPersonRow, OrganizationRow } from '#server/organizations/repository.ts';
import { avatarUrl, fullName, type Viewer } from '#server/viewer.ts';

type Schemas = components['schemas'];

export function presentOrganization(row: OrganizationRow): components['schemas']['Organization'] {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    description: row.description,
    contact_email: row.contactEmail,
    phone_number: row.phoneNumber,
    avatar_url: row.avatarUrl,
    rejection_reason: row.rejectionReason,
    event_settings: presentEventSettings(row),
  };
}

export function presentOrganizationOfPerson({
  organization,
  membership: { id, organizationId, role, status },
}: OrganizationOfPersonRow): components['schemas']['OrganizationOfPerson'] {
  return {
    organization: presentOrganization(organization),
    membership: { id, organization_id: organizationId, organization_name: organization.name, role, status },
  };
}

const presentEventSettings = (row: OrganizationRow): components['schemas']['EventSettings'] => ({
  default_type: row.defaultEventType,
  default_duration: row.defaultEventDurationHours,
  require_approval: row.defaultRequireApproval,
  auto_gallery: row.defaultAutoGallery,
  allow_downloads: row.defaultAllowDownloads,
});

export function presentSettings(row: OrganizationRow, viewer: Viewer): components['schemas']['OrganizationSettings'] {
  return {
    organization_id: row.id,
    version: row.settingsVersion,
    profile: {
      name: row.name,
      contact_email: row.contactEmail,
      phone_number: row.phoneNumber,
      description: row.description,
      avatar_url: row.avatarUrl,
    },
    event_settings: presentEventSettings(row),
    branding: {
      primary_color: row.primaryColor,
      secondary_color: row.secondaryColor,
      logo_url: row.logoUrl,
      watermark_url: watermarkPicture(watermarkFacts(row)),
      watermark: {
        enabled: row.watermarkEnabled,
        source: row.watermarkSource,
        text: row.watermarkText,
        position: row.watermarkPosition,
        size: row.watermarkSize,
        strength: row.watermarkStrength,
      },
    },
    can: { change: row.status === 'active' && canChangeSettings(viewer, row.id) },
  };
}

interface MemberPresentationContext {
  organizationStatus: OrganizationRow['status'];
  /** Id of the only admin, if there is just one. */
  lastAdminId: string | null;
}

/** A member, as seen by another member. */
export function presentMember(
  row: MemberRow,
  viewer: Viewer,
  { organizationStatus, lastAdminId }: MemberPresentationContext,
): components['schemas']['Member'] {
  const isLastAdmin = row.id === lastAdminId;
  return {
    id: row.id,
    user_id: row.userId,
    email: row.email,
    is_proved: row.isProved,
    first_name: row.firstName,
    last_name: row.lastName,
    avatar_url: avatarUrl(row.userId, row.avatarTag),
    role: row.role,
    status: row.status,
    joined_at: row.joinedAt.toISOString(),
    removed_at: row.removedAt?.toISOString() ?? null,
    permissions: row.permissions,
    role_permissions: row.rolePermissions,
    overrides: row.overrides,
    is_last_admin: isLastAdmin,
    can: memberAbilities(viewer, row, { organizationStatus, isLastAdmin }),
  };
}

export const inviterOf = ({ inviter }: MemberInvitationRow) => inviter && fullName(inviter.firstName, inviter.lastName);

export function presentMemberInvitation(row: MemberInvitationRow): components['schemas']['MemberInvitation'] {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    message: row.message,
    status: memberInvitationStatus(row),
    invited_by: inviterOf(row),
    sent_at: row.sentAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}

/** For anyone with the link. */
export function presentMemberInvitationPreview(
  row: MemberInvitationRow,
  organization: Pick<OrganizationRow, 'name'>,
): components['schemas']['MemberInvitationPreview'] {
  return {
    organization_name: organization.name,
    email: row.email,
    role: row.role,
    message: row.message,
    invited_by: inviterOf(row),
    status: memberInvitationStatus(row),
    expires_at: row.expiresAt.toISOString(),
  };
}

export const presentPlatformOrganization = ({
  organization,
  admins,
  members,
  openEvents,
  storageBytes,
  plan,
}: PlatformOrganizationRow): Schemas['PlatformOrganization'] => ({
  organization: presentOrganization(organization),
  created_at: organization.createdAt.toISOString(),
  deleted_at: organization.deletedAt?.toISOString() ?? null,
  admins,
  members,
  open_events: openEvents,
  storage_bytes: storageBytes,
  plan,
});

const personOf = ({ actor }: StatusChangeRow): Schemas['PlatformPerson'] | null =>
  actor && { user_id: actor.id, name: fullName(actor.firstName, actor.lastName) || (actor.email ?? '') };

export function presentOrganizationFacts({
  history,
  created,
  approved,
  members,
  events,
  photos,
  invoices,
}: OrganizationDetails): Pick<
  Schemas['PlatformOrganizationDetails'],
  'history' | 'created_by' | 'approved' | 'members' | 'events' | 'photos' | 'invoices'
> {
  return {
    history: history.map((row) => ({ id: row.id, at: row.at.toISOString(), what: row.what, by: personOf(row), reason: row.reason })),
    created_by: created && personOf(created),
    approved: approved && { at: approved.at.toISOString(), by: personOf(approved) },
    members: {
      total: members.total,
      items: members.rows.map(({ userId, firstName, lastName, email, avatarTag, role, status, joinedAt }) => ({
        user_id: userId,
        name: fullName(firstName, lastName),
        email,
        avatar_url: avatarUrl(userId, avatarTag),
        role,
        status,
        joined_at: joinedAt.toISOString(),
      })),
    },
    events: {
      total: events.total,
      latest: events.latest.map(({ id, name, status, startsAt, durationHours, timeZone, endsAutomatically, photosCount }) => ({
        id,
        name,
        status,
        starts_at: startsAt.toISOString(),
        duration: durationHours,
        time_zone: timeZone,
        ends_automatically: endsAutomatically,
        photos_count: photosCount,
      })),
    },
    photos,
    invoices,
  };
}

import type { components } from '#openapi/api.ts';
import type { OrganizationOfPersonRow } from '#server/organizations/directory.ts';
import { memberInvitationStatus, type MemberInvitationRow } from '#server/organizations/member-invitations.ts';
import type { MemberRow } from '#server/organizations/members.ts';
import { canChangeSettings, memberAbilities } from '#server/organizations/policy.ts';
import type { OrganizationRow } from '#server/organizations/repository.ts';
import { watermarkFacts, watermarkPicture } from '#server/organizations/watermark.ts';
import { avatarUrl, fullName, type Viewer } from '#server/viewer.ts';

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

export interface MemberPresentationContext {
  organizationStatus: OrganizationRow['status'];
  /** The one admin that the organization cannot be without. */
  lastAdminId: string | null;
}

/** A member as another member reads them. */
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

/** For whoever holds the link. */
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

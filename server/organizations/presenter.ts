import type { components } from '#openapi/api.ts';
import type { organizations } from '#server/db/schema/organizations.ts';

export type OrganizationRow = typeof organizations.$inferSelect;

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
    event_settings: {
      default_type: row.defaultEventType,
      default_duration: row.defaultEventDurationHours,
      require_approval: row.defaultRequireApproval,
      auto_gallery: row.defaultAutoGallery,
      allow_downloads: row.defaultAllowDownloads,
    },
  };
}

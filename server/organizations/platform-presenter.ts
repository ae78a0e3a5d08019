// Organizations as the platform's people see them.
import type { components } from '#openapi/api.ts';
import type { OrganizationDetails, StatusChangeRow } from '#server/organizations/platform-details.ts';
import type { PlatformOrganizationRow } from '#server/organizations/platform-list.ts';
import { presentOrganization } from '#server/organizations/presenter.ts';
import { avatarUrl, fullName } from '#server/viewer.ts';

type Schemas = components['schemas'];

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

import type { components } from '#openapi/api.ts';

/** The signed-in person of a request, or the organization whose API token it has, as policies need it: read from the database on each request, so that rights end at once. */
export interface Viewer {
  /** Of the account. With an API token, its id: in the audit log it is the actor, and it owns nothing. */
  userId: string;
  sessionId: string;
  /** Null: a guest without an account. */
  email: string | null;
  /** As shown to others: first and last name. */
  name: string;
  /** The highest of platform role and active memberships. */
  role: components['schemas']['Role'];
  permissions: components['schemas']['Permissions'];
  /** Active memberships only, with their permissions in that organization. */
  memberships: readonly {
    organizationId: string;
    role: 'organization' | 'member';
    permissions: components['schemas']['Permissions'];
  }[];
  /** Set where a super administrator looks at the app as this person: everything is decided as for them, and nothing may be changed. */
  impersonation?: Impersonation;
  /** Set where a program of an organization calls: it has no person's rights, and reaches only operations of its scopes. */
  apiToken?: { organizationId: string; scopes: readonly components['schemas']['ApiTokenScope'][] };
}

/** For columns that refer to accounts. Null: an API token. */
export const accountOf = ({ userId, apiToken }: Viewer): string | null => (apiToken ? null : userId);

/** A session in which a super admin views the app as another user. */
export interface Impersonation {
  id: string;
  /** Of the super administrator. */
  impersonatorId: string;
  expiresAt: Date;
}

/** A person as others see them named. */
export const fullName = (first: string, last: string): string => `${first} ${last}`.trim();

/** Where a person's picture is had. @param tag names the picture; null: there is none */
export const avatarUrl = (userId: string, tag: string | null): string | null =>
  tag === null ? null : `/api/v1/people/${userId}/avatar/${tag}`;

/** True for an active member of this organization, in any role. */
export function isMemberOf(viewer: Viewer, organizationId: string): boolean {
  return viewer.memberships.some((membership) => membership.organizationId === organizationId);
}

/** The person's active membership of this organization. */
export const membershipOf = (viewer: Viewer, organizationId: string): Viewer['memberships'][number] | undefined =>
  viewer.memberships.find((membership) => membership.organizationId === organizationId);

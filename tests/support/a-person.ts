import type { Snapshot } from '#src/session/store.ts';

type User = Snapshot['user'];
type Organization = User['organizations'][number];

/** Who is signed in, as the session knows them, for unit tests of the web app. */
export const buildUser = (more: Partial<User> = {}): User => ({
  id: 'u1',
  email: 'ana@example.org',
  first_name: 'Ana',
  last_name: 'Ruiz',
  role: 'user',
  is_verified: true,
  permissions: {},
  organizations: [],
  memberships: [],
  ...more,
});

/** An organization of theirs. */
export const buildOrganization = (more: Partial<Organization> = {}): Organization => ({
  id: 'o1',
  name: 'Aurora',
  status: 'active',
  description: '',
  contact_email: null,
  phone_number: null,
  avatar_url: null,
  rejection_reason: null,
  event_settings: { default_type: 'public', default_duration: 2, require_approval: false, auto_gallery: true, allow_downloads: true },
  ...more,
});

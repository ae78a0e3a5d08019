// Generated from openapi/ by `npm run generate`. Do not edit.

// What each list can be asked for: texts with the longest they may be, choices with their values and defaults, flags, and the longest cursor.
export const listPlanRequestsParameters = {
  texts: {},
  choices: { status: ['pending', 'accepted', 'declined', 'withdrawn'] },
  defaults: { status: 'pending' },
  flags: [],
  cursor: 800,
} as const;

export const listInvoicesParameters = {
  texts: {},
  choices: { status: ['open', 'paid', 'void'] },
  defaults: {},
  flags: [],
  cursor: 800,
} as const;

export const listDataRequestsParameters = {
  texts: { q: 100 },
  choices: { kind: ['export', 'deletion'], status: ['open', 'done', 'declined', 'withdrawn'], sort: ['waiting', 'asked_at', '-asked_at'] },
  defaults: { sort: 'waiting' },
  flags: [],
  cursor: 800,
} as const;

export const listEventsParameters = {
  texts: { q: 100 },
  choices: { scope: ['all', 'mine', 'discover', 'past'] },
  defaults: { scope: 'all' },
  flags: [],
  cursor: 800,
} as const;

export const listOrganizationEventsParameters = {
  texts: { q: 100 },
  choices: {
    status: ['draft', 'active', 'live', 'ending', 'overdue', 'ended', 'archived'],
    time: ['upcoming', 'now', 'past'],
    sort: ['agenda', 'starts_at', '-starts_at', 'name', '-name', 'photos_count', '-photos_count', 'created_at', '-created_at'],
  },
  defaults: { sort: 'agenda' },
  flags: ['deleted'],
  cursor: 800,
} as const;

export const listParticipantsParameters = {
  texts: { q: 100 },
  choices: { role: ['photographer', 'guest'] },
  defaults: {},
  flags: ['removed'],
  cursor: 800,
} as const;

export const listInvitationsParameters = { texts: {}, choices: {}, defaults: {}, flags: ['revoked'], cursor: 800 } as const;

export const listGenerationsParameters = {
  texts: {},
  choices: { status: ['queued', 'running', 'succeeded', 'failed', 'cancelled'] },
  defaults: {},
  flags: [],
  cursor: 800,
} as const;

export const listGeneratedImagesParameters = {
  texts: { q: 100, model: 100 },
  choices: {},
  defaults: {},
  flags: ['favourite', 'deleted'],
  cursor: 800,
} as const;

export const listImagesParameters = {
  texts: { q: 100, model: 100 },
  choices: { source: ['photos', 'generated'] },
  defaults: {},
  flags: ['mine', 'favourite', 'deleted'],
  cursor: 800,
} as const;

export const listLogsParameters = {
  texts: { q: 200, who: 100, action: 100, organization: 120 },
  choices: {
    area: [
      'account',
      'session',
      'permission',
      'server',
      'organization',
      'billing',
      'event',
      'photo',
      'generation',
      'collection',
      'ticket',
      'notification',
      'announcement',
      'role',
      'platform',
      'log',
    ],
    outcome: ['ok', 'refused', 'failed'],
  },
  defaults: {},
  flags: [],
  cursor: 800,
} as const;

export const listMembersParameters = {
  texts: { q: 100 },
  choices: {
    role: ['organization', 'member'],
    status: ['invited', 'active', 'suspended'],
    sort: ['name', '-name', 'joined_at', '-joined_at'],
  },
  defaults: { sort: 'name' },
  flags: ['removed'],
  cursor: 800,
} as const;

export const listMemberInvitationsParameters = {
  texts: { q: 100 },
  choices: { status: ['pending', 'expired', 'revoked'] },
  defaults: {},
  flags: [],
  cursor: 800,
} as const;

export const listNoticesParameters = { texts: {}, choices: {}, defaults: {}, flags: [], cursor: 800 } as const;

export const listAnnouncementsParameters = {
  texts: {},
  choices: { status: ['scheduled', 'sending', 'sent', 'cancelled', 'withdrawn'] },
  defaults: {},
  flags: [],
  cursor: 800,
} as const;

export const listOwnedOrganizationsParameters = { texts: {}, choices: {}, defaults: {}, flags: [], cursor: 800 } as const;

export const listOrganizationsParameters = {
  texts: { q: 100 },
  choices: { status: ['pending', 'active', 'suspended'], sort: ['name', '-name', 'created_at', '-created_at'] },
  defaults: { sort: 'name' },
  flags: ['deleted'],
  cursor: 800,
} as const;

export const listOrganizationsOfUserParameters = { texts: {}, choices: {}, defaults: {}, flags: [], cursor: 800 } as const;

export const listPlatformOrganizationsParameters = {
  texts: { q: 100 },
  choices: {
    state: ['waiting', 'rejected', 'active', 'suspended'],
    plan: ['free', 'pro', 'studio'],
    sort: ['name', '-name', 'created_at', '-created_at'],
  },
  defaults: { sort: '-created_at' },
  flags: ['deleted'],
  cursor: 800,
} as const;

export const listUsersParameters = {
  texts: { q: 100 },
  choices: {
    role: ['super_admin', 'admin', 'user', 'guest'],
    state: ['active', 'suspended', 'unverified'],
    sort: ['name', '-name', 'created_at', '-created_at'],
  },
  defaults: { sort: '-created_at' },
  flags: [],
  cursor: 800,
} as const;

export const listPhotosParameters = {
  texts: {},
  choices: { status: ['pending', 'approved', 'rejected'] },
  defaults: {},
  flags: ['liked'],
  cursor: 800,
} as const;

export const listSubscriptionsParameters = {
  texts: { q: 100 },
  choices: { plan: ['free', 'pro', 'studio'], storage: ['full'], sort: ['name', '-name', 'created_at', '-created_at'] },
  defaults: { sort: 'name' },
  flags: [],
  cursor: 800,
} as const;

export const listAllInvoicesParameters = {
  texts: { q: 100 },
  choices: { state: ['open', 'overdue', 'paid', 'void'] },
  defaults: {},
  flags: [],
  cursor: 800,
} as const;

export const listPlatformEventsParameters = {
  texts: { q: 100 },
  choices: {
    status: ['draft', 'active', 'live', 'ending', 'overdue', 'ended', 'archived'],
    time: ['upcoming', 'now', 'past'],
    with: ['paused', 'pending', 'unreadable'],
    sort: ['agenda', 'starts_at', '-starts_at', 'name', '-name', 'photos_count', '-photos_count', 'created_at', '-created_at'],
  },
  defaults: { sort: 'agenda' },
  flags: ['deleted'],
  cursor: 800,
} as const;

export const listPlatformPhotosParameters = { texts: {}, choices: {}, defaults: {}, flags: [], cursor: 800 } as const;

export const listOwnTicketsParameters = { texts: {}, choices: {}, defaults: {}, flags: [], cursor: 800 } as const;

export const listTicketsParameters = {
  texts: { q: 100 },
  choices: {
    status: ['open', 'answered', 'closed'],
    category: ['problem', 'question', 'idea'],
    sort: ['waiting', 'updated_at', '-updated_at', 'created_at', '-created_at'],
  },
  defaults: { sort: 'waiting' },
  flags: [],
  cursor: 800,
} as const;

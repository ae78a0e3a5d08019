// The people and organizations of the demo data: fixed ids, so that links, screenshots and tests stay the same.
import { demoId, demoOrganizationIds } from '#server/seed/ids.ts';

export const demoPassword = 'demo-password';

export const demoOrganizations = {
  aurora: {
    id: demoOrganizationIds.aurora,
    name: 'Aurora Events',
    status: 'active',
    description: 'Weddings, launches and long nights.',
    contactEmail: 'hello@aurora.test',
    primaryColor: '#1d4ed8',
    secondaryColor: '#fde68a',
  },
  borealis: {
    id: demoOrganizationIds.borealis,
    name: 'Borealis Weddings',
    status: 'pending',
    description: 'Two people, one day, every photograph.',
    contactEmail: 'hello@borealis.test',
    primaryColor: '#000000',
    secondaryColor: '#ffffff',
  },
} as const;

export const demoPeople = {
  super: {
    id: demoId('1'),
    email: 'super@demo.test',
    firstName: 'Sol',
    lastName: 'Vega',
    role: 'super_admin',
    what: 'super administrator',
  },
  admin: { id: demoId('2'), email: 'admin@demo.test', firstName: 'Ada', lastName: 'Lind', role: 'admin', what: 'platform administrator' },
  owner: {
    id: demoId('5'),
    email: 'owner@demo.test',
    firstName: 'Olga',
    lastName: 'Haas',
    role: 'user',
    what: 'organization admin of Aurora Events',
  },
  member: {
    id: demoId('3'),
    email: 'member@demo.test',
    firstName: 'Mika',
    lastName: 'Berg',
    role: 'user',
    what: 'member of Aurora Events',
  },
  pending: {
    id: demoId('6'),
    email: 'pending@demo.test',
    firstName: 'Pia',
    lastName: 'Moss',
    role: 'user',
    what: 'organization admin of Borealis Weddings (pending)',
  },
  user: { id: demoId('4'), email: 'user@demo.test', firstName: 'Noa', lastName: 'Reyes', role: 'user', what: 'user, joined to one event' },
} as const;

/** They joined the event with approval, and the events that are over. */
export const demoGuests = {
  ines: {
    id: demoId('11'),
    email: 'ines@demo.test',
    firstName: 'Ines',
    lastName: 'Sand',
    role: 'user',
    what: 'user, joined to three events',
  },
  tom: {
    id: demoId('12'),
    email: 'tom@demo.test',
    firstName: 'Tom',
    lastName: 'Okafor',
    role: 'user',
    what: 'user, joined to three events',
  },
  lea: {
    id: demoId('13'),
    email: 'lea@demo.test',
    firstName: 'Lea',
    lastName: 'Brandt',
    role: 'user',
    what: 'user, joined to three events',
  },
} as const;

export const demoAccounts = [...Object.values(demoPeople), ...Object.values(demoGuests)];

export const demoMemberships = [
  { id: demoId('b1'), organizationId: demoOrganizations.aurora.id, userId: demoPeople.owner.id, role: 'organization' },
  { id: demoId('b2'), organizationId: demoOrganizations.aurora.id, userId: demoPeople.member.id, role: 'member' },
  { id: demoId('b3'), organizationId: demoOrganizations.borealis.id, userId: demoPeople.pending.id, role: 'organization' },
] as const;

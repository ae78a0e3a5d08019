// The area of an organization, and the requests to support of one person, filled for photographs (scenes.ts).
import { randomUUID } from 'node:crypto';
import { signIn, type Person } from './api.ts';
import { issueInvoice, requestPlan } from './billing.ts';
import { expectStatus } from './events.ts';
import type { TestServer } from './server-process.ts';

interface Somebody {
  firstName: string;
  lastName: string;
  email: string;
}

export const organizationOf = (owner: Person): string => owner.user.memberships[0]!.organization_id;

/** By the database: a hundred registrations would hash a hundred passwords. Every fifth is suspended, every ninth an admin. */
async function addMembers(server: TestServer, organizationId: string, people: Somebody[]): Promise<void> {
  const column = (key: keyof Somebody) => people.map((person) => person[key]);
  await server.sql(
    `with given as (
       select * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) with ordinality as given(id, email, first_name, last_name, nr)),
     added as (
       insert into users (id, email, password_hash, first_name, last_name) select id, email, '', first_name, last_name from given)
     insert into memberships (id, organization_id, user_id, role, status, joined_at)
       select gen_random_uuid(), $1, id, case when nr % 9 = 0 then 'organization' else 'member' end,
         case when nr % 5 = 0 then 'suspended' else 'active' end, now() - nr * interval '31 hours' from given`,
    [organizationId, people.map(() => randomUUID()), column('email'), column('firstName'), column('lastName')],
  );
}

export interface OrganizationFilling {
  members: Somebody[];
  invited: string[];
  invoices: { description: string; amount: number }[];
  /** Details of the profile. */
  profile?: Record<string, string>;
}

/** Staff, invitations, invoices and a request for a plan. */
export async function fillOrganization(
  server: TestServer,
  owner: Person,
  { members, invited, invoices, profile }: OrganizationFilling,
): Promise<void> {
  const id = organizationOf(owner);
  await addMembers(server, id, members);
  if (profile) expectStatus(await owner.call('PUT', `/organization_settings/${id}`, { json: profile }), 200, 'changing the profile');
  for (let first = 0; first < invited.length; first += 10)
    expectStatus(
      await owner.call('POST', `/api/v1/organizations/${id}/members/invite`, { json: { emails: invited.slice(first, first + 10) } }),
      201,
      'inviting',
    );
  const platform = await signIn(server.url, 'super@demo.test');
  for (const invoice of invoices) await issueInvoice(platform, id, invoice);
  await requestPlan(owner, id);
}

/** Requests to support, every other one with an answer. */
export async function askSupport(server: TestServer, person: Person, messages: string[]): Promise<void> {
  const platform = await signIn(server.url, 'super@demo.test');
  for (const [index, message] of messages.entries()) {
    const id = randomUUID();
    const category = (['problem', 'question', 'idea'] as const)[index % 3]!;
    expectStatus(await person.call('POST', '/api/v1/tickets', { json: { id, category, message } }), 201, 'asking for help');
    if (index % 2 === 0)
      expectStatus(
        await platform.call('POST', `/api/v1/tickets/${id}/messages`, {
          json: { id: randomUUID(), text: message.split('').toReversed().join('') },
        }),
        201,
        'answering',
      );
  }
}

/** Every screen of an organization beside its events. */
export const organizationArea = [
  { name: 'organization', href: '/organization' },
  { name: 'organization-staff', href: '/organization/staff' },
  { name: 'organization-billing', href: '/organization/billing' },
  { name: 'organization-settings', href: '/organization/settings' },
  { name: 'organization-settings-branding', href: '/organization/settings?tab=branding' },
  { name: 'organization-profile', href: '/organization/profile' },
];

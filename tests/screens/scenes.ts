// What lists look like when they are full, when they are empty, and when every name is as long as it may be: organizations of their own
// beside the demo's, for photographs of screens.
import { randomUUID } from 'node:crypto';
import { freshSignIn, type Person, registerPerson, signIn } from '#tests/support/api.ts';
import { issueInvoice, requestPlan } from '#tests/support/billing.ts';
import { addManyPhotos } from '#tests/support/bulk-insert.ts';
import { createEvent, eventPath, expectStatus, invite, join, organizationOf, updateEvent } from '#tests/support/events.ts';
import type { TestServer } from '#tests/support/server-process.ts';

interface Account {
  firstName: string;
  lastName: string;
  email: string;
}

/** By the database: a hundred registrations would hash a hundred passwords. Every fifth is suspended, every ninth an admin. */
async function addMembers(server: TestServer, organizationId: string, people: Account[]): Promise<void> {
  const column = (key: keyof Account) => people.map((person) => person[key]);
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

interface OrganizationFilling {
  members: Account[];
  invited: string[];
  invoices: { description: string; amount: number }[];
  /** Details of the profile. */
  profile?: Record<string, string>;
}

/** Staff, invitations, invoices and a request for a plan. */
async function fillOrganization(
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
async function askSupport(server: TestServer, person: Person, messages: string[]): Promise<void> {
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
const organizationArea = [
  { name: 'organization', href: '/organization' },
  { name: 'organization-staff', href: '/organization/staff' },
  { name: 'organization-billing', href: '/organization/billing' },
  { name: 'organization-settings', href: '/organization/settings' },
  { name: 'organization-settings-branding', href: '/organization/settings?tab=branding' },
  { name: 'organization-profile', href: '/organization/profile' },
];

interface Scene {
  /** Part of the photograph's name, in place of a role. */
  name: 'full' | 'empty' | 'overlong';
  /** Of the person who sees it. */
  email: string;
  visits: { name: string; href: string }[];
}

/** No space, no hyphen: nothing to break a line at. */
const unbroken = (length: number) => 'Donaudampfschifffahrtsgesellschaftskapitänswitwenball'.repeat(5).slice(0, length);
const words = (length: number) =>
  'The very long night of all the lights along the old harbour and everybody who came to see them '.repeat(30).slice(0, length).trim();

export async function makeScenes(server: TestServer): Promise<Scene[]> {
  const [full, empty, overlong] = [await makeFull(server), await makeEmpty(server), await makeOverlong(server)];
  return [...full, ...empty, ...overlong];
}

/** By the database, as all of it is told there at once: approved, in colours, with room for many events. */
async function organization(server: TestServer, name: string, who: { firstName?: string; lastName?: string } = {}): Promise<Person> {
  const applicant = await registerPerson(server.url, { organization: name, ...who });
  const id = organizationOf(applicant);
  await server.sql(`update organizations set status = 'active', primary_color = '#7c2d12', secondary_color = '#fed7aa' where id = $1`, [
    id,
  ]);
  await server.sql(`insert into subscriptions (organization_id, plan_id) values ($1, 'studio')`, [id]);
  return freshSignIn(server.url, applicant.email);
}

/** By the database: a hundred registrations would hash a hundred passwords. Returns their ids. */
async function addGuests(server: TestServer, eventId: string, guests: Account[]): Promise<string[]> {
  const ids = guests.map(() => randomUUID());
  const column = (key: keyof Account) => guests.map((guest) => guest[key]);
  await server.sql(
    `insert into users (id, email, password_hash, first_name, last_name)
     select * from unnest($1::uuid[], $2::text[], array_fill(''::text, array[$5::int]), $3::text[], $4::text[])`,
    [ids, column('email'), column('firstName'), column('lastName'), guests.length],
  );
  await server.sql(
    `insert into event_participants (event_id, user_id, role, joined_at)
     select $1, id, case when nr % 5 = 0 then 'viewer' else 'photographer' end, now() - nr * interval '7 minutes'
     from unnest($2::uuid[]) with ordinality as added(id, nr)`,
    [eventId, ids],
  );
  await server.sql('update event_counters set attendees_count = attendees_count + $2 where event_id = $1', [eventId, ids.length]);
  return ids;
}

const managed = (id: string) => `/organization/events/${id}`;
const venue = (id: string) => `/event/${id}`;

/** Every list of an event in the organization's area, and its gallery. */
const listsOf = (id: string) => [
  { name: 'organization-event', href: managed(id) },
  { name: 'organization-participants', href: `${managed(id)}?tab=participants` },
  { name: 'organization-moderation', href: `${managed(id)}?tab=moderation` },
  { name: 'gallery', href: `${venue(id)}/gallery` },
];

const lastNight = { from: new Date(Date.now() - 10 * 3_600_000), to: new Date(), pendingOneIn: 13, rejectedOneIn: 40, hasFiles: true };

const firstNames = ['Ines', 'Otto', 'Mika', 'Noa', 'Olga', 'Pia', 'Ravi', 'Sol', 'Tomás', 'Uma', 'Vera', 'Wim', 'Yara', 'Zoë'];
const lastNames = ['Berg', 'Haas', 'Lind', 'Moss', 'Reyes', 'Vega', 'Nakamura', 'O’Hara', 'Zwilling', 'Ångström', 'Petrova'];
const nights = ['Garden Party', 'Product Launch', 'Winter Ball', 'Rooftop Session', 'Graduation', 'Charity Run', 'Jazz Night', 'Open Day'];

async function makeFull(server: TestServer): Promise<Scene[]> {
  const owner = await organization(server, 'Polaris Productions', { firstName: 'Petra', lastName: 'Nord' });
  const guest = await registerPerson(server.url, { firstName: 'Gus', lastName: 'Tavson' });
  const hour = 3_600_000;
  for (let index = 0; index < 42; index += 1) {
    const kind = index % 6;
    const status = (['draft', 'live', 'active', 'live', 'live', 'active'] as const)[kind]!;
    const event = await createEvent(owner, {
      name: `${nights[index % nights.length]} ${2027 - (index % 5)}`,
      location: index % 3 === 0 ? '' : `Hall ${index}, ${lastNames[index % lastNames.length]} Street`,
      description: 'Doors at seven.',
      type: index % 2 === 0 ? 'public' : 'private',
      status,
      starts_at: new Date(Date.now() + (index - 20) * 31 * hour).toISOString(),
      duration: 1 + (index % 9),
      require_approval: index % 4 === 0,
    });
    if (kind < 4 && status !== 'draft') await join(guest, event.join_code);
    if (kind >= 3) await updateEvent(owner, event.id, { status: 'ended' });
    if (kind === 4) await updateEvent(owner, event.id, { status: 'archived' });
  }
  for (const name of ['Cancelled Gala', 'Duplicate of the Gala'])
    await owner.call('DELETE', eventPath((await createEvent(owner, { name })).id));

  const night = await createEvent(owner, { name: 'The Long Night', location: 'Everywhere', require_approval: true, duration: 12 });
  await join(guest, night.join_code);
  const guests = Array.from({ length: 83 }, (_, index) => {
    const [firstName, lastName] = [firstNames[index % firstNames.length]!, lastNames[(index * 3) % lastNames.length]!];
    return { firstName, lastName, email: `guest-${index}@polaris.test` };
  });
  const ids = await addGuests(server, night.id, guests);
  await addManyPhotos(server, { ...lastNight, eventId: night.id, count: 640, uploaderIds: [owner.id, ...ids.slice(0, 9)] });
  for (let batch = 0; batch < 3; batch += 1)
    await invite(owner, night.id, { emails: Array.from({ length: 12 }, (_, index) => `invited-${batch}-${index}@example.test`) });
  await fillOrganization(server, owner, {
    members: guests.slice(0, 61).map((one, index) => ({ ...one, email: `staff-${index}@polaris.test` })),
    invited: Array.from({ length: 14 }, (_, index) => `helper-${index}@example.test`),
    invoices: Array.from({ length: 9 }, (_, index) => ({ description: `Studio, month ${index + 1}`, amount: 19_900 })),
  });
  await askSupport(server, guest, [
    'Three photos of last night do not leave my phone.',
    'How do I print the poster larger than A3?',
    'A countdown before the burst would be nice.',
    'Where did the gallery of the rooftop session go?',
  ]);
  return [
    {
      name: 'full',
      email: owner.email,
      visits: [
        { name: 'organization-events', href: '/organization/events' },
        { name: 'organization-events-page-2-filtered', href: '/organization/events?time=past' },
        { name: 'organization-events-deleted', href: '/organization/events?deleted=true' },
        ...listsOf(night.id),
        ...organizationArea,
      ],
    },
    {
      name: 'full',
      email: guest.email,
      visits: [
        { name: 'overview', href: '/dashboard/events-overview' },
        ...ownArea,
        { name: 'gallery-of-guest', href: `${venue(night.id)}/gallery` },
        { name: 'gallery-of-guest-mine', href: `${venue(night.id)}/gallery?show=mine` },
      ],
    },
  ];
}

/** What everybody has of their own. */
const ownArea = [
  { name: 'dashboard', href: '/dashboard' },
  { name: 'profile', href: '/dashboard/profile' },
  { name: 'settings', href: '/dashboard/settings' },
  { name: 'settings-security', href: '/dashboard/settings?tab=security' },
  { name: 'help', href: '/dashboard/feedback-support' },
];

async function makeEmpty(server: TestServer): Promise<Scene[]> {
  const [bare, quiet] = [await organization(server, 'Tabula Rasa'), await organization(server, 'Silence & Co')];
  const event = await createEvent(quiet, { name: 'Before Anybody Came', require_approval: true });
  const nobody = await registerPerson(server.url);
  return [
    { name: 'empty', email: bare.email, visits: [{ name: 'organization-events', href: '/organization/events' }, ...organizationArea] },
    { name: 'empty', email: quiet.email, visits: listsOf(event.id) },
    { name: 'empty', email: nobody.email, visits: [{ name: 'overview', href: '/dashboard/events-overview' }, ...ownArea] },
  ];
}

async function makeOverlong(server: TestServer): Promise<Scene[]> {
  const owner = await organization(server, unbroken(120), { firstName: unbroken(100), lastName: words(100) });
  const guest = await registerPerson(server.url, { firstName: words(100), lastName: unbroken(100) });
  const kinds = [unbroken(120), words(120), unbroken(120).toUpperCase(), words(119)];
  const made = [];
  for (const [index, name] of kinds.entries())
    made.push(
      await createEvent(owner, {
        name,
        location: index % 2 === 0 ? unbroken(200) : words(200),
        description: index % 2 === 0 ? words(2000) : unbroken(300),
        require_approval: true,
        type: 'public',
      }),
    );
  for (const event of made) await join(guest, event.join_code);
  const [night] = made;
  const address = (index: number) => `${'averylongmailboxname'.repeat(3)}${index}@${'subdomain.'.repeat(12)}example.test`;
  const guests = Array.from({ length: 6 }, (_, index) => ({
    firstName: index % 2 === 0 ? unbroken(100) : words(100),
    lastName: index % 2 === 0 ? words(100) : unbroken(100),
    email: address(index),
  }));
  const ids = await addGuests(server, night!.id, guests);
  await addManyPhotos(server, { ...lastNight, eventId: night!.id, count: 24, uploaderIds: ids });
  await invite(owner, night!.id, { emails: [10, 11, 12].map(address) });
  await fillOrganization(server, owner, {
    members: guests.map((one, index) => ({ ...one, email: address(20 + index) })),
    invited: [30, 31, 32].map(address),
    invoices: [unbroken(190), words(190)].map((description) => ({ description, amount: 99_999_999 })),
    profile: { description: words(1000), contact_email: address(40), phone_number: '+49 30 123456789012345678' },
  });
  await askSupport(server, guest, [words(2000), unbroken(800)]);
  return [
    {
      name: 'overlong',
      email: owner.email,
      visits: [{ name: 'organization-events', href: '/organization/events' }, ...listsOf(night!.id), ...organizationArea],
    },
    {
      name: 'overlong',
      email: guest.email,
      visits: [
        { name: 'overview', href: '/dashboard/events-overview' },
        ...ownArea,
        { name: 'gallery-of-guest', href: `${venue(night!.id)}/gallery` },
      ],
    },
  ];
}

// Events, their people and their photos by the API, for stories that begin after these were made.
import type { components } from '#openapi/api.ts';
import { registerPerson, type Answer, type Person } from './api.ts';

type Schemas = components['schemas'];

export const eventPath = (id: string) => `/api/v1/event/${id}`;

/** @throws what was answered, when the status is another */
export function expectStatus<T>(answer: Answer<T>, status: number, what: string): T {
  if (answer.status !== status) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export function organizationOf(owner: Person): string {
  const organizationId = owner.user.memberships[0]?.organization_id;
  if (!organizationId) throw new Error(`${owner.email} belongs to no organization`);
  return organizationId;
}

/** A private live event that began an hour ago; `changes` say what is different. */
export async function createEvent(owner: Person, changes: Partial<Schemas['CreateEventRequest']> = {}): Promise<Schemas['Event']> {
  const json: Schemas['CreateEventRequest'] = {
    organization_id: organizationOf(owner),
    name: 'A night of its own',
    type: 'private',
    status: 'live',
    starts_at: new Date(Date.now() - 3_600_000).toISOString(),
    duration: 6,
    require_approval: false,
    auto_gallery: true,
    allow_downloads: true,
    ...changes,
  };
  return expectStatus(await owner.call<Schemas['Event']>('POST', '/api/v1/event', { json }), 201, 'making an event');
}

export async function updateEvent(owner: Person, id: string, json: Schemas['UpdateEventRequest']): Promise<Schemas['Event']> {
  return expectStatus(await owner.call<Schemas['Event']>('PUT', eventPath(id), { json }), 200, 'changing an event');
}

export async function join(person: Person, code: string | null): Promise<Schemas['Event']> {
  return expectStatus(await person.call<Schemas['Event']>('POST', '/api/v1/event/join', { json: { code } }), 200, 'joining');
}

/** Somebody new who has joined this event by its code. */
export async function newParticipant(
  base: string,
  event: Schemas['Event'],
  who: { firstName?: string; lastName?: string } = {},
): Promise<Person> {
  const person = await registerPerson(base, who);
  await join(person, event.join_code);
  return person;
}

export async function invite(
  owner: Person,
  eventId: string,
  json: Schemas['InviteParticipantsRequest'],
): Promise<(Schemas['Invitation'] & { code: string })[]> {
  const answer = await owner.call<Schemas['InvitationList']>('POST', `${eventPath(eventId)}/invitations`, { json });
  return expectStatus(answer, 201, 'inviting').items.map((item) => ({ ...item, code: item.code ?? '' }));
}

export async function photoOf(person: Person, eventId: string, id: string): Promise<Schemas['Photo']> {
  return expectStatus(await person.call<Schemas['Photo']>('GET', `${eventPath(eventId)}/photos/${id}`), 200, 'reading a photo');
}

export async function moderate(
  person: Person,
  eventId: string,
  json: Schemas['ModeratePhotosRequest'],
): Promise<Schemas['ModeratePhotosResult']> {
  const answer = await person.call<Schemas['ModeratePhotosResult']>('POST', `${eventPath(eventId)}/photos/moderate`, { json });
  return expectStatus(answer, 200, 'moderating');
}

/** Invites people to become members. */
export async function inviteStaff(owner: Person, organizationId: string, emails: string[]): Promise<Schemas['SentMemberInvitation'][]> {
  const path = `/api/v1/organizations/${organizationId}/members/invite`;
  const answer = await owner.call<Schemas['InviteMembersResult']>('POST', path, { json: { emails } });
  return expectStatus(answer, 201, 'inviting members').items;
}

// Who calls, and what they call upon: one of each role, with the photos and uploads that the calls need.
import { inject } from 'vitest';
import { demoEvents, demoJoinCode, demoOrganizations } from '#server/seed/ids.ts';
import {
  call,
  deliver,
  freshSignIn,
  registerPerson,
  signIn,
  upload,
  type Answer,
  type CallOptions,
  type Person,
} from '#tests/support/api.ts';
import type { components } from '#openapi/api.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';

export const base = inject('serverUrl');
export const thirdParty = inject('thirdParty');

export const roles = ['nobody', 'stranger', 'participant', 'member', 'owner', 'outsider', 'pending', 'admin', 'super'] as const;
export type RoleName = (typeof roles)[number];

/** What each is to Aurora's live event, by decisions §2.3. Public events are seen by all who have `view_events`. */
export type Relation = 'organization' | 'participant' | 'looks-at-public' | 'none';
export const relations: Record<RoleName, Relation> = {
  nobody: 'none',
  stranger: 'none',
  participant: 'participant',
  member: 'organization',
  owner: 'organization',
  outsider: 'looks-at-public',
  pending: 'looks-at-public',
  admin: 'none',
  super: 'looks-at-public',
};

export interface World {
  people: Record<Exclude<RoleName, 'nobody'>, Person>;
  call(role: RoleName, method: string, path: string, options?: CallOptions): Promise<Answer>;
  idOf(role: RoleName): string;
  event: components['schemas']['Event'];
  /** Delivered by the member to the live event, its files ready. */
  photoId: string;
  /** Begun by the member, empty. */
  uploadId: string;
}

let made: Promise<World> | null = null;
export const world = (): Promise<World> => (made ??= makeWorld());

async function makeWorld(): Promise<World> {
  const [stranger, participant, member, owner, outsider, pending, admin, superAdmin] = await Promise.all([
    registerPerson(base),
    registerPerson(base),
    signIn(base, 'member@demo.test'),
    signIn(base, 'owner@demo.test'),
    freshSignIn(base, thirdParty.email),
    registerPerson(base, { organization: 'Nimbus Parties' }),
    signIn(base, 'admin@demo.test'),
    signIn(base, 'super@demo.test'),
  ]);
  const people = { stranger, participant, member, owner, outsider, pending, admin, super: superAdmin };
  const joined = await participant.call('POST', '/api/v1/event/join', { json: { code: demoJoinCode } });
  if (joined.status !== 200) throw new Error(`joining: ${joined.status} ${JSON.stringify(joined.body)}`);
  const event = await owner.call<components['schemas']['Event']>('GET', `/api/v1/event/${demoEvents.live}`);
  const photo = await deliver(member, demoEvents.live, await picture());
  await waitUntil(
    async () => (await member.call('GET', `/api/v1/event/${demoEvents.live}/photos/${photo.id}/preview`)).status === 200,
    20_000,
    () => 'the derivatives were not made in time',
    100,
  );
  return {
    people,
    call: (role, method, path, options) =>
      role === 'nobody' ? call(base, method, path, options) : people[role].call(method, path, options),
    idOf: (role) => (role === 'nobody' ? demoOrganizations.aurora : people[role].id),
    event: event.body,
    photoId: photo.id,
    uploadId: await upload(member, new Uint8Array(0)),
  };
}

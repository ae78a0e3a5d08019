// One person of each role, with the events, photos and uploads that the calls need.
import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import type { components } from '#openapi/api.ts';
import { demoEvents, demoJoinCode, demoOrganizationIds } from '#server/seed/ids.ts';
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
import { issueInvoice, requestPlan } from '#tests/support/billing.ts';
import { rows } from '#tests/support/contract.ts';
import { createEvent, eventPath, expectStatus, invite, inviteStaff, join, newParticipant } from '#tests/support/events.ts';
import { formWithFile, requestImages, startBatch, uploadSource, waitForBatch, waitForGeneration } from '#tests/support/generations.ts';
import { makeIntegrations } from '#tests/support/integrations.ts';
import { picture } from '#tests/support/pictures.ts';
import { waitUntil } from '#tests/support/processes.ts';

type Schemas = components['schemas'];

export const base = inject('serverUrl');
export const thirdParty = inject('thirdParty');

/** Signed out; signed in without any tie; takes part; the organization's member and admin; two other organizations' admins; the platform's. */
export const roles = ['nobody', 'stranger', 'participant', 'member', 'owner', 'outsider', 'pending', 'admin', 'super'] as const;
export type RoleName = (typeof roles)[number];

/** What each is to Aurora's events, by docs/product.md, Organizations and events. Public events are seen by all who have `view_events`. */
export type Relation = 'organization' | 'participant' | 'looks-at-public' | 'none';
export const relations: Record<RoleName, Relation> = {
  nobody: 'none',
  stranger: 'none',
  participant: 'participant',
  member: 'organization',
  owner: 'organization',
  outsider: 'looks-at-public',
  // Their organization is not approved and grants no `view_events`.
  pending: 'none',
  admin: 'none',
  super: 'looks-at-public',
};

export const takesPart = (role: RoleName) => ['organization', 'participant'].includes(relations[role]);

export interface Fixture {
  people: Record<Exclude<RoleName, 'nobody'>, Person>;
  /** Every answer is also looked through for what this role must never see. */
  call(role: RoleName, method: string, path: string, options?: CallOptions): Promise<Answer>;
  idOf(role: RoleName): string;
  /** A person with a separate account, to be changed or to enter wrong passwords. */
  newcomer(): Promise<Person>;
  /** The demo's live event: private, the participant takes part. */
  event: Schemas['Event'];
  /** Delivered by the member to the live event, its files ready. */
  photoId: string;
  /** Another such photo, whose status the moderating calls change. */
  judgedPhotoId: string;
  /** Of the live event: the calls hide one, and delete and restore the other. */
  sectionIds: { changes: string; goes: string };
  /** The member's device at the live event, which the calls settle. */
  deviceEntryId: string;
  /** Begun by the member, empty. */
  uploadId: string;
  /** Aurora's as well, private and live, the participant takes part: the calls that manage change this one. */
  managed: Schemas['Event'];
  /** Two more who joined the managed event: one stays, one is removed and let back in. */
  guestIds: { stays: string; goes: string };
  /** Two that were added to Aurora's members: one is changed, one is removed and restored. */
  staffIds: { changes: string; goes: string };
  /** The user with the membership `staffIds.changes`. */
  staffPersonId: string;
  /** To become one of Aurora's members, unused. The calls that manage invitations change this one; the token is another's. */
  staffInvitation: Schemas['MemberInvitation'];
  staffToken: string;
  /** A stranger's, on which the calls that approve and suspend decide. */
  judgedOrganizationId: string;
  /** Where Aurora's pictures lie. */
  pictures: { avatar: string; logo: string; watermark: string; /** The member's own. */ member: string };
  /** One of Aurora's that the calls of the platform change, and Aurora's request for another plan. */
  invoiceId: string;
  planRequestId: string;
  /** Of the managed event, unused. */
  invitationId: string;
  /** To the live event: one that visitors open, with a visitor who picks, and one that is revoked and restored. */
  link: { id: string; token: string; revokedId: string; visitorId: string; visitorCookie: string };
  /** Aurora's, for calls that read and change them: a token that is revoked, a webhook, and a delivery to it. */
  integrations: { tokenId: string; webhookId: string; deliveryId: string };
  /** Of the live event: one that is paired, one that is unpaired and paired again, and one that waits with its code. */
  screen: { id: string; cookie: string; unpairedId: string; waiting: Screen };
  /** The participant's request to support, with a screenshot. Its first message has the same id. */
  ticketId: string;
  /** What the participant had made for themselves, its one image, and a picture that they sent. */
  generationId: string;
  imageId: string;
  sourceId: string;
  /** Another image of the participant, which is never deleted, and a link to it. */
  linked: { imageId: string; token: string };
  /** A batch of the participant, of that image. */
  batchId: string;
  /** The participant's collection of images. */
  collectionId: string;
  /** The participant's saved prompt. */
  promptId: string;
}

let shared: Promise<Fixture> | null = null;
/** The one of all files that leave it as they found it. */
export const fixture = (): Promise<Fixture> => (shared ??= buildFixture());
/** For files that change everything in it and end sessions of the demo users: the next file creates the shared fixture again. */
export function createFixture(): Promise<Fixture> {
  shared = null;
  return buildFixture();
}

/** For calls that are all refused: a person registered for one of them can be reused by the next. Registration costs two password hashes. */
export function refusing(w: Fixture): Fixture {
  let one: Promise<Person> | undefined;
  return { ...w, newcomer: () => (one ??= w.newcomer()) };
}

async function buildFixture(): Promise<Fixture> {
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
  await join(participant, demoJoinCode);
  const event = expectStatus(await owner.call<Schemas['Event']>('GET', eventPath(demoEvents.live)), 200, 'reading the live event');
  const managed = await createEvent(owner, { name: 'Managed Night' });
  await join(participant, managed.join_code);
  const [stays, goes] = await Promise.all([newParticipant(base, managed), newParticipant(base, managed)]);
  const staff = await Promise.all([newParticipant(base, managed), newParticipant(base, managed)]);
  const [changes, leaves] = await Promise.all(staff.map(({ id }) => addToStaff(owner, id)));
  const [staffInvited, staffHeld] = await inviteStaff(owner, demoOrganizationIds.aurora, ['staff@example.test', 'held@example.test']);
  const [invitation] = await invite(owner, managed.id, { emails: ['invited@example.test'] });
  const [photo, judged] = await Promise.all([readyPhoto(member, demoEvents.live), readyPhoto(member, demoEvents.live)]);
  return {
    people,
    async call(role, method, path, options) {
      const answer = role === 'nobody' ? await call(base, method, path, options) : await people[role].call(method, path, options);
      expectNothingForeign(role, method, path, answer);
      return answer;
    },
    idOf: (role) => (role === 'nobody' ? demoOrganizationIds.aurora : people[role].id),
    newcomer: () => registerPerson(base),
    event,
    photoId: photo.id,
    judgedPhotoId: judged.id,
    sectionIds: { changes: await makeSection(owner, 'Couple only'), goes: await makeSection(owner, 'Party') },
    deviceEntryId: await reportDevice(member, owner),
    uploadId: await upload(member, new Uint8Array(0), demoEvents.live),
    managed,
    guestIds: { stays: stays.id, goes: goes.id },
    judgedOrganizationId: (await registerPerson(base, { organization: 'Stratus Nights' })).user.memberships[0]!.organization_id,
    pictures: await setPictures(owner, member),
    staffInvitation: staffInvited!.invitation,
    staffToken: staffHeld!.link.split('/').at(-1)!,
    staffIds: { changes: changes!, goes: leaves! },
    staffPersonId: staff[0].id,
    invoiceId: await issueInvoice(superAdmin, demoOrganizationIds.aurora),
    planRequestId: await requestPlan(owner, demoOrganizationIds.aurora),
    invitationId: invitation!.id,
    link: await makeLink(owner, photo.id),
    integrations: await makeIntegrations(owner, demoOrganizationIds.aurora),
    screen: await pairScreens(owner),
    ticketId: await openTicket(participant),
    ...(await makeImage(participant)),
    linked: await linkImage(participant),
    collectionId: await makeCollection(participant),
    promptId: await savePrompt(participant),
  };
}

/** A participant of one of Aurora's events, added to its members. */
async function addToStaff(owner: Person, userId: string): Promise<string> {
  const path = `/api/v1/organizations/${demoOrganizationIds.aurora}/members`;
  const answer = await owner.call<Schemas['Member']>('POST', path, { json: { user_id: userId } });
  return expectStatus(answer, 201, 'adding a member').id;
}

/** The watermark stays off: its text has a picture all the same. */
async function setPictures(owner: Person, member: Person): Promise<Fixture['pictures']> {
  const settings = `/organization_settings/${demoOrganizationIds.aurora}`;
  const form = await pictureForm();
  const avatar = await owner.call<Schemas['AvatarUploaded']>('POST', `${settings}/avatar`, form);
  const logo = await owner.call<Schemas['LogoUploaded']>('POST', `${settings}/logo`, form);
  const own = await member.call<Schemas['SessionUser']>('POST', '/api/v1/auth/avatar', form);
  const watermark = { text: 'Aurora', text_picture: await textPicture() };
  const changed = await owner.call<Schemas['OrganizationSettings']>('PUT', settings, { json: { branding: { watermark } } });
  return {
    avatar: expectStatus(avatar, 200, 'setting the avatar').avatar_url,
    logo: expectStatus(logo, 200, 'setting the logo').logo_url,
    member: expectStatus(own, 200, 'setting one’s own picture').avatar_url!,
    watermark: expectStatus(changed, 200, 'setting the text of the watermark').branding.watermark_url!,
  };
}

let drawnText: Promise<string> | undefined;

/** A text as the browser draws it, in Base64: each time the same one. */
export function textPicture(): Promise<string> {
  drawnText ??= picture({ format: 'png', width: 120, height: 30 }).then(({ bytes }) => bytes.toString('base64'));
  return drawnText;
}

async function makeSection(owner: Person, name: string): Promise<string> {
  const answer = await owner.call<Schemas['Section']>('POST', `${eventPath(demoEvents.live)}/sections`, { json: { name } });
  return expectStatus(answer, 201, 'making a section').id;
}

async function reportDevice(member: Person, owner: Person): Promise<string> {
  const path = `${eventPath(demoEvents.live)}/devices`;
  const json = {
    device_id: member.id,
    kind: 'phone',
    app_version: '0.2.0',
    captured: 12,
    waiting: 12,
    waiting_bytes: 48_000,
    attention: [{ reason: 'too_large', count: 1 }],
    lost: 0,
    lost_ids: [],
    last_seq: 12,
    is_storage_low: false,
  };
  expectStatus(await member.call('POST', path, { json, headers: { 'x-account': member.id } }), 200, 'reporting a device');
  const { items } = expectStatus(await owner.call<Schemas['EventDeviceList']>('GET', path), 200, 'listing devices');
  return items.find(({ person }) => person.id === member.id)!.id;
}

async function makeLink(owner: Person, photoId: string): Promise<Fixture['link']> {
  const path = `${eventPath(demoEvents.live)}/links`;
  const make = async (json: object) => expectStatus(await owner.call<Schemas['GalleryLink']>('POST', path, { json }), 201, 'making a link');
  const { id, token: secret } = await make({
    name: 'For the couple',
    scope: 'gallery',
    downloads: 'full',
    watermark: false,
    picks_limit: 40,
  });
  const { id: revokedId } = await make({ name: 'For the band', scope: 'gallery' });
  const token = secret!;
  const shared = `/api/v1/links/${token}`;
  const named = await call<Schemas['LinkVisitor']>(base, 'PUT', `${shared}/visitor`, { json: { name: 'Ines' } });
  const visitorId = expectStatus(named, 200, 'naming a visitor').id;
  const [visitorCookie = ''] = named.headers.get('set-cookie')?.split(';') ?? [];
  const picked = await call(base, 'PUT', `${shared}/picks/${photoId}`, { json: { note: '' }, headers: { cookie: visitorCookie } });
  expectStatus(picked, 200, 'picking a photo');
  return { id, token, revokedId, visitorId, visitorCookie };
}

export interface Screen {
  code: string;
  cookie: string;
}

/** A browser that opens as a new screen. */
export async function openScreen(): Promise<Screen> {
  const opened = await call<Schemas['OpenedScreen']>(base, 'POST', '/api/v1/screen');
  const code = expectStatus(opened, 200, 'opening a screen').code!;
  const [cookie = ''] = opened.headers.get('set-cookie')?.split(';') ?? [];
  return { code, cookie };
}

async function pairScreens(owner: Person): Promise<Fixture['screen']> {
  const path = `${eventPath(demoEvents.live)}/screens`;
  const pair = async (screen: Screen) => {
    const json = { code: screen.code, name: 'Foyer' };
    return expectStatus(await owner.call<Schemas['Screen']>('POST', path, { json }), 201, 'pairing a screen').id;
  };
  const screen = await openScreen();
  return { id: await pair(screen), cookie: screen.cookie, unpairedId: await pair(await openScreen()), waiting: await openScreen() };
}

async function openTicket(person: Person): Promise<string> {
  const json = { id: randomUUID(), category: 'problem', message: 'Three photos do not leave my phone.', diagnostics: 'Online: yes' };
  const { id } = expectStatus(await person.call<Schemas['Ticket']>('POST', '/api/v1/tickets', { json }), 201, 'writing to support');
  expectStatus(await person.call('POST', `/api/v1/tickets/${id}/screenshot`, await pictureForm()), 200, 'sending a screenshot');
  return id;
}

async function makeImage(person: Person): Promise<Pick<Fixture, 'generationId' | 'imageId' | 'sourceId' | 'batchId'>> {
  const { id } = await requestImages(person, { prompt: 'A cat on the moon' });
  const { images, error } = await waitForGeneration(person, id);
  expect(error).toBeNull();
  const imageId = images[0]!.id;
  const sourceId = (await uploadSource(person, (await picture()).bytes)).id;
  const batch = await startBatch(person, { style: 'oil', sources: [{ kind: 'image', id: imageId }] });
  return { generationId: id, imageId, sourceId, batchId: (await waitForBatch(person, batch.id, ({ status }) => status === 'done')).id };
}

async function linkImage(person: Person): Promise<Fixture['linked']> {
  const { imageId } = await makeImage(person);
  const path = `/api/v1/generated-images/${imageId}/links`;
  const { token } = expectStatus(await person.call<Schemas['NewImageLink']>('POST', path, { json: { hours: 24 } }), 201, 'making a link');
  return { imageId, token };
}

async function makeCollection(person: Person): Promise<string> {
  const json = { id: randomUUID(), name: 'For the album' };
  return expectStatus(await person.call<Schemas['ImageCollection']>('POST', '/api/v1/image-collections', { json }), 201, 'making one').id;
}

async function savePrompt(person: Person): Promise<string> {
  const json = { id: randomUUID(), title: 'Harbour at night', prompt: 'A lantern over the harbour at night' };
  return expectStatus(await person.call<Schemas['SavedPrompt']>('POST', '/api/v1/saved-prompts', { json }), 201, 'saving a prompt').id;
}

let formPicture: ReturnType<typeof picture> | undefined;

/** A form with a picture in its field `file`, as a browser sends it: each time the same one. */
export async function pictureForm(content?: Uint8Array | string, field = 'file'): Promise<CallOptions> {
  return formWithFile(content ?? (await (formPicture ??= picture())).bytes, field);
}

/** A photo whose derivatives are ready. */
export async function readyPhoto(person: Person, eventId: string): Promise<Schemas['Photo']> {
  const photo = await deliver(person, eventId, await picture());
  const path = `${eventPath(eventId)}/photos/${photo.id}`;
  await waitUntil(
    async () => (await person.call<Schemas['Photo']>('GET', path)).body.state === 'ready',
    30_000,
    () => `the files of ${photo.id} were not made in time`,
    100,
  );
  return photo;
}

/** Opens a stream and closes it; an error answer is read. */
export async function openStream(w: Fixture, role: RoleName, path: string, headers: Record<string, string>): Promise<Answer> {
  const control = new AbortController();
  const init = { headers, signal: control.signal };
  const response = await (role === 'nobody' ? fetch(new URL(path, base), init) : w.people[role].fetch(path, init));
  if (response.status !== 200) return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
  control.abort();
  return { status: 200, headers: response.headers, body: '' };
}

/** What the policies that run the platform show of others, by the role that they admit. What any other policy shows of others is a leak. */
const shown: Record<string, { to: readonly RoleName[]; what: 'everything' | 'people' | 'event names' }> = {
  'platform.canReadLogs': { to: ['super'], what: 'everything' },
  'events.canOverseeEvents': { to: ['super'], what: 'everything' },
  'photos.canInspectPhotos': { to: ['super'], what: 'everything' },
  'photos.canTakeDownPhoto': { to: ['super'], what: 'everything' },
  // The details of an organization include its latest events.
  'organizations.canInspectOrganizations': { to: ['super'], what: 'event names' },
  'accounts.canManageUsers': { to: ['admin', 'super'], what: 'people' },
  'accounts.canChangeUser': { to: ['admin', 'super'], what: 'people' },
  'accounts.canImpersonateUser': { to: ['admin', 'super'], what: 'people' },
};

const patterns = rows.map(({ method, path, operation }) => ({
  method,
  path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  parameters: path.split('{').length,
  policy: operation['x-policy'],
}));

/** Of the operation behind an address: an address without parameters comes before one with. */
function policyOf(method: string, address: string): string {
  const [path = ''] = address.split('?');
  const found = patterns.filter((one) => one.method === method && one.path.test(path));
  return found.toSorted((one, other) => one.parameters - other.parameters)[0]?.policy ?? '';
}

/**
 * No data of another organization is visible: no answer contains text of the third organization, and people without access to Aurora's private
 * events read none of their names, except behind a join code or a gallery link, which are public to everyone who has them.
 */
export function expectNothingForeign(role: RoleName, method: string, path: string, answer: Answer): void {
  const allowed = shown[policyOf(method, path)];
  const sees = allowed?.to.includes(role) === true ? allowed.what : null;
  if (sees === 'everything') return;
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  const about = `leak: ${method} ${path} answers ${role} with data of others`;
  const managesAll = role === 'admin' || role === 'super';
  const hidden = [
    ...(role === 'outsider' ? [] : [...thirdParty.secrets, ...(managesAll ? [] : ['Cirrus', thirdParty.email])]),
    ...(role === 'outsider' || sees === 'people' ? [] : thirdParty.personal),
    ...(takesPart(role) || path.startsWith('/api/v1/event/join/') || path.startsWith('/api/v1/links/')
      ? []
      : [...(sees === 'event names' ? [] : ['Harbour Lights', 'Managed Night']), 'invited@example.test', 'staff@example.test']),
  ];
  // One assertion for all of them: this looks at thirteen thousand answers.
  const told = hidden.filter((word) => text.includes(word));
  if (told.length > 0) expect(told, about).toEqual([]);
}

// What a chat shows of a link: never more than its page shows before anyone enters.
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { galleryLinks } from '#server/db/schema/sharing.ts';
import { createLinkPreviews } from '#server/sharing/link-preview.ts';
import { openLinkAccess } from '#server/sharing/operations/authorize.ts';
import { uuid7 } from '#server/uuid.ts';
import { openTestDeps, type TestDeps } from '#tests/support/database.ts';
import { createPhoto, eventWithCover, eventWithMembers, type EventWithMembers } from '#tests/support/factories/database.ts';

let deps: TestDeps;
let previewOf: ReturnType<typeof createLinkPreviews>;
beforeAll(async () => {
  deps = await openTestDeps();
  const limits = { limitAttempts: <T>(_request: unknown, _isMiss: unknown, attempt: () => Promise<T>) => attempt() };
  previewOf = createLinkPreviews(deps, { access: await openLinkAccess(deps), limits });
}, 120_000);
afterAll(() => deps.dispose(), 60_000);

const preview = (url: string) => previewOf({ url, cookies: {}, headers: {}, ip: '127.0.0.1' } as unknown as FastifyRequest);

let tokens = 0;
async function linkTo({ eventId, owner }: EventWithMembers, values: Partial<typeof galleryLinks.$inferInsert> = {}): Promise<string> {
  const token = `preview-token-${String(++tokens).padStart(8, '0')}`;
  await deps.db
    .insert(galleryLinks)
    .values({ id: uuid7(), eventId, name: 'For all', token, scope: 'gallery', createdBy: owner.userId, ...values });
  return token;
}

it('shows the name, the number of photos and the cover of a gallery link', async () => {
  const scene = await eventWithMembers(deps, { name: 'Harbor Wedding' });
  const older = await createPhoto(deps, scene.eventId, scene.guest.userId, { takenAt: new Date('2026-11-20T18:00:00Z') });
  const newest = await createPhoto(deps, scene.eventId, scene.guest.userId, { takenAt: new Date('2026-11-20T19:00:00Z') });
  const token = await linkTo(scene);
  const picture = (id: string) => `/api/v1/links/${token}/photos/${id}/preview`;
  expect(await preview(`/shared/${token}`)).toEqual({
    title: 'Harbor Wedding: For all',
    description: expect.stringMatching(/^2 photos by /) as string,
    image: picture(newest.id),
  });
  expect(await preview(`/shared/${token}?photo=${older.id}`)).toMatchObject({ image: picture(older.id) });
});

it('shows nothing of a link that has a password, was revoked, has expired, or does not exist', async () => {
  const scene = await eventWithMembers(deps);
  await createPhoto(deps, scene.eventId, scene.guest.userId);
  const past = new Date('2026-01-01T00:00:00Z');
  for (const values of [{ passwordHash: 'x' }, { revokedAt: past }, { expiresAt: past }])
    expect(await preview(`/shared/${await linkTo(scene, values)}`), JSON.stringify(values)).toBeNull();
  expect(await preview('/shared/preview-token-99999999')).toBeNull();
  expect(await preview('/shared/short')).toBeNull();
});

it('shows no photo that the link does not show', async () => {
  const scene = await eventWithMembers(deps, { autoGallery: false });
  const hidden = await createPhoto(deps, scene.eventId, scene.guest.userId);
  const token = await linkTo(scene);
  expect(await preview(`/shared/${token}`)).toMatchObject({ image: null });
  expect(await preview(`/shared/${token}?photo=${hidden.id}`)).toBeNull();
});

it('names an event, and shows the cover of public ones only', async () => {
  const cover = async (type: 'public' | 'private') => {
    const scene = await eventWithCover(deps, { type, name: 'Harbor Night' });
    return { id: scene.eventId, shown: await preview(`/event/${scene.eventId}/gallery?photo=x`) };
  };
  const open = await cover('public');
  expect(open.shown).toMatchObject({ title: 'Harbor Night', image: `/api/v1/event/${open.id}/cover` });
  expect((await cover('private')).shown).toMatchObject({ title: 'Harbor Night', image: null });
  const draft = await eventWithMembers(deps, { status: 'draft' });
  expect(await preview(`/event/${draft.eventId}`)).toBeNull();
  expect(await preview('/event/new')).toBeNull();
});

it('names the event of a join code', async () => {
  await eventWithMembers(deps, { name: 'Harbor Party', joinCode: 'PREVIEWPARTY' });
  expect(await preview('/join/preview-party')).toMatchObject({
    title: 'Join Harbor Party',
    image: null,
    event: { name: 'Harbor Party', branding: { logo_url: null } },
  });
  expect(await preview('/join/NOSUCHCODE')).toBeNull();
  expect(await preview('/')).toBeNull();
});

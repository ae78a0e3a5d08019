// The third organization's people and photos, addressed within another event: an ID works only for objects of that event.
import { beforeAll, describe, expect, test } from 'vitest';
import type { components } from '#openapi/api.ts';
import { createPhoto, photoRequest, freshSignIn, upload, type Person } from '#tests/support/api.ts';
import { createEvent, eventPath, expectStatus, moderate, photoOf } from '#tests/support/events.ts';
import { picture } from '#tests/support/pictures.ts';
import { ask, codeOf, row } from './ask.ts';
import { base, thirdParty, fixture, type Fixture } from './fixture.ts';
import { judge } from './judge.ts';

type Schemas = components['schemas'];

let w: Fixture;
let owner: Person;
let own: Schemas['Event'];
/** The third organization's admin: to look whether anything of theirs was touched. */
let theirs: Person;
beforeAll(async () => {
  w = await fixture();
  ({ owner } = w.people);
  own = await createEvent(owner);
  theirs = await freshSignIn(base, thirdParty.email);
}, 120_000);

const here = (rest: string) => `${eventPath(own.id)}/${rest}`;

describe('objects of another organization', () => {
  test.each([
    ['getPhoto', ''],
    ['approvePhoto', '/approve'],
    ['rejectPhoto', '/reject'],
    ['likePhoto', '/like'],
    ['unlikePhoto', '/like'],
    ['getPhotoThumb', '/thumb'],
    ['getPhotoPreview', '/preview'],
    ['downloadPhoto', '/download'],
    ['getPhotoOriginal', '/original'],
  ])('is no photo of one’s own event: %s', async (id, rest) => {
    const answer = await ask(id, owner, here(`photos/${thirdParty.photoId}${rest}`), id === 'rejectPhoto' ? {} : undefined);
    expect(answer.status, `leak: ${id}`).toBe(404);
  });

  test('is neither moderated nor deleted from within one’s own event', async () => {
    const before = await photoOf(theirs, thirdParty.eventId, thirdParty.photoId);
    const ids = [thirdParty.photoId];
    expect(await moderate(owner, own.id, { ids, status: 'rejected' })).toEqual({ moderated: [], conflicts: [] });
    const removed = await ask<Schemas['DeletePhotosResult']>('deletePhotos', owner, here('photos/delete'), { ids });
    expect(removed.body.deleted).toEqual([]);
    await ask('deletePhoto', owner, here(`photos/${thirdParty.photoId}`));
    const restored = await ask<Schemas['RestorePhotosResult']>('restorePhotos', owner, here('photos/restore'), { ids });
    expect(restored.body).toEqual({ restored: [], refused: ids });
    const after = await photoOf(theirs, thirdParty.eventId, thirdParty.photoId);
    // Its files may have been processed in the meantime.
    expect([after.status, after.rejection_reason, after.likes]).toEqual([before.status, before.rejection_reason, before.likes]);
  });

  test('is no cover, no photographer and no identity to deliver under', async () => {
    const cover = await ask('updateEvent', owner, eventPath(own.id), { cover_photo_id: thirdParty.photoId });
    expect([cover.status, codeOf(cover)]).toEqual([422, 'cover_not_usable']);
    const page = await ask<Schemas['PhotoPage']>('listPhotos', owner, here(`photos?uploader=${thirdParty.participantId}`));
    expect(page.body.items).toEqual([]);
    const shot = await picture();
    const delivered = await createPhoto(owner, own.id, photoRequest(shot, await upload(owner, shot.bytes), thirdParty.photoId));
    judge(row('createPhoto'), delivered, 'under a foreign id');
    expect([delivered.status, codeOf(delivered)]).toEqual([409, 'photo_conflict']);
    for (const secret of [...thirdParty.secrets, ...thirdParty.personal])
      expect(JSON.stringify(delivered.body), 'leak: data of another organization').not.toContain(secret);
  });

  test('is no participant and no invitation of one’s own event', async () => {
    const person = `participants/${thirdParty.participantId}`;
    expect((await ask('updateParticipant', owner, here(person), { role: 'viewer' })).status).toBe(404);
    expect((await ask('restoreParticipant', owner, here(`${person}/restore`))).status).toBe(404);
    expect([204, 404]).toContain((await ask('removeParticipant', owner, here(person))).status);
    expect([204, 404]).toContain((await ask('revokeInvitation', owner, here(`invitations/${thirdParty.invitationId}`))).status);
    expect((await ask('restoreInvitation', owner, here(`invitations/${thirdParty.invitationId}/restore`))).status).toBe(404);
    const there = (rest: string) => `${eventPath(thirdParty.eventId)}/${rest}`;
    const people = expectStatus(await ask<Schemas['ParticipantPage']>('listParticipants', theirs, there('participants')), 200, 'theirs');
    expect(people.items.map(({ user_id, role }) => [user_id, role])).toContainEqual([thirdParty.participantId, 'guest']);
    const invited = expectStatus(await ask<Schemas['InvitationPage']>('listInvitations', theirs, there('invitations')), 200, 'theirs');
    expect(invited.items.map(({ id }) => id)).toContain(thirdParty.invitationId);
  });

  test('accepts no event of theirs from other people', async () => {
    const answer = await ask('createEvent', owner, '/api/v1/event', {
      organization_id: thirdParty.organizationId,
      name: 'Smuggled',
      starts_at: '2027-01-01T00:00:00.000Z',
    });
    expect(answer.status).toBe(404);
    const moved = await ask('updateEvent', owner, eventPath(own.id), { organization_id: thirdParty.organizationId });
    expect(moved.status, 'an event cannot change hands').toBe(422);
  });
});

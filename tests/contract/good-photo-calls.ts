// Good calls of the photos' operations.
import { demoEvents, demoJoinCode } from '#server/seed/ids.ts';
import { deliver, photoRequest, upload } from '#tests/support/api.ts';
import { eventPath } from '#tests/support/events.ts';
import { picture, type Picture } from '#tests/support/pictures.ts';
import { takesPart, type Fixture } from './fixture.ts';
import { forEvent, forOrganization, isOrganization, isSignedIn, type GoodCalls } from './good-call.ts';

const live = eventPath(demoEvents.live);
const ofPhoto = (w: Fixture, rest = '') => `${live}/photos/${w.photoId}${rest}`;

const noOne = '0199aa00-0000-7000-8000-0000000fffff';

let shot: Promise<Picture> | null = null;
const anyShot = () => (shot ??= picture());

/** The member's original is at hand, so the download is ready at once. */
async function createOriginals(w: Fixture): Promise<{ id: string; url: string }> {
  const json = { variant: 'original', photo_ids: [w.photoId] };
  const { status, body } = await w.people.member.call<{ id: string; url: string }>('POST', `${live}/downloads`, { json });
  if (status !== 201) throw new Error(`creating a download: ${status} ${JSON.stringify(body)}`);
  return body;
}

const originals = new WeakMap<Fixture, ReturnType<typeof createOriginals>>();
function originalsOfMember(w: Fixture) {
  const made = originals.get(w) ?? createOriginals(w);
  originals.set(w, made);
  return made;
}

export const goodPhotoCalls: GoodCalls = {
  getJoinCover: () => ({ path: `/api/v1/event/join/${demoJoinCode}/cover`, expected: [200] }),
  getEventCover: () => ({ path: `${eventPath(demoEvents.archived)}/cover`, expected: [200] }),
  listPhotos: (w, role) => ({ path: `${live}/photos`, expected: forEvent(w, role, 200, 200) }),
  createPhoto: async (w, role) => {
    const picked = await anyShot();
    const own = takesPart(role) && role !== 'nobody' ? await upload(w.people[role], picked.bytes, demoEvents.live) : 'nosuchupload';
    return {
      path: `${live}/photos`,
      options: { json: photoRequest(picked, own), headers: { 'x-account': w.idOf(role) } },
      expected: forEvent(w, role, 201, 403),
    };
  },
  sendPhotoProof: async (w, role) => {
    const picked = await anyShot();
    const own = takesPart(role) && role !== 'nobody' ? await upload(w.people[role], picked.bytes, demoEvents.live) : 'nosuchupload';
    const { id, orientation: _turned, ...facts } = photoRequest(picked, own);
    const query = new URLSearchParams(Object.entries(facts).map(([name, value]) => [name, String(value)]));
    return {
      path: `${live}/photos/${id}/proof?${query}`,
      options: { body: picked.bytes, headers: { 'content-type': 'image/jpeg', 'x-account': w.idOf(role) } },
      expected: forEvent(w, role, 201, 403),
    };
  },
  findKnownPhotos: async (w, role) => ({
    path: `${live}/photos/known`,
    options: { json: { sha256: [(await anyShot()).sha256] }, headers: { 'x-account': w.idOf(role) } },
    expected: forEvent(w, role, 200, 403),
  }),
  checkDelivered: async (w, role) => ({
    path: `${live}/photos/check`,
    options: { json: { photos: [{ id: w.photoId, sha256: (await anyShot()).sha256 }] }, headers: { 'x-account': w.idOf(role) } },
    expected: forEvent(w, role, 200, 200),
  }),
  exportPhotos: (_, role) => ({ path: `${live}/photos/export`, expected: forOrganization(role, 200) }),
  createDownload: (w, role) => ({
    path: `${live}/downloads`,
    options: { json: { variant: 'full', photo_ids: [w.photoId] }, headers: { 'x-account': w.idOf(role) } },
    expected: forEvent(w, role, 201, 403),
  }),
  getDownload: async (w, role) => ({
    path: `${live}/downloads/${(await originalsOfMember(w)).id}`,
    expected: role === 'member' ? [200] : [isSignedIn(role) ? 404 : 401],
  }),
  // To all but the person who created it, it isn't there.
  cancelDownload: async (w, role) => ({
    path: `${live}/downloads/${(role === 'member' ? await createOriginals(w) : await originalsOfMember(w)).id}`,
    options: { headers: { 'x-account': w.idOf(role) } },
    expected: role === 'member' ? [204] : [isSignedIn(role) ? 404 : 401],
  }),
  downloadArchive: async (w) => ({ path: (await originalsOfMember(w)).url, expected: [200] }),
  describeArchive: async (w) => ({ path: (await originalsOfMember(w)).url, expected: [200] }),
  getTimeline: (w, role) => ({ path: `${live}/timeline`, expected: forEvent(w, role, 200, 200) }),
  listPhotographers: (w, role) => ({ path: `${live}/photographers`, expected: forEvent(w, role, 200, 200) }),
  // The member's photo. Callers who may not delete it get its ID in the answer.
  deletePhotos: async (w, role) => ({
    path: `${live}/photos/delete`,
    options: {
      headers: { 'x-account': w.idOf(role) },
      json: { ids: [isOrganization(role) ? (await deliver(w.people.member, demoEvents.live, await anyShot())).id : w.photoId] },
    },
    expected: forEvent(w, role, 200, 200),
  }),
  // Not deleted: to those who may delete it, it is there again; to others it is refused.
  restorePhotos: (w, role) => ({
    path: `${live}/photos/restore`,
    options: { headers: { 'x-account': w.idOf(role) }, json: { ids: [w.photoId] } },
    expected: forEvent(w, role, 200, 200),
  }),
  moderatePhotos: (w, role) => ({
    path: `${live}/photos/moderate`,
    options: {
      headers: { 'x-account': w.idOf(role) },
      json: { ids: [w.judgedPhotoId], status: 'rejected', expected: 'approved', reason: 'Out of focus.' },
    },
    expected: forOrganization(role, 200),
  }),
  listSections: (w, role) => ({ path: `${live}/sections`, expected: forEvent(w, role, 200, 200) }),
  createSection: (_, role) => ({ path: `${live}/sections`, expected: forOrganization(role, 201) }),
  updateSection: (w, role) => ({ path: `${live}/sections/${w.sectionIds.changes}`, expected: forOrganization(role, 200) }),
  deleteSection: (w, role) => ({ path: `${live}/sections/${w.sectionIds.goes}`, expected: forOrganization(role, 204) }),
  restoreSection: (w, role) => ({ path: `${live}/sections/${w.sectionIds.goes}/restore`, expected: forOrganization(role, 200) }),
  movePhotosToSection: (w, role) => ({
    path: `${live}/photos/section`,
    options: { headers: { 'x-account': w.idOf(role) }, json: { ids: [w.judgedPhotoId], section_id: w.sectionIds.changes } },
    expected: forOrganization(role, 200),
  }),
  listEventDevices: (_, role) => ({ path: `${live}/devices`, expected: forOrganization(role, 200) }),
  reportDevice: (w, role) => ({
    path: `${live}/devices`,
    options: { headers: { 'x-account': w.idOf(role) } },
    expected: forEvent(w, role, 200, 403),
  }),
  settleDevice: (w, role) => ({ path: `${live}/devices/${w.deviceEntryId}/settled`, expected: forOrganization(role, 200) }),
  takeModeration: (_, role) => ({ path: `${live}/moderation`, options: { json: { limit: 1 } }, expected: forOrganization(role, 200) }),
  approvePhoto: (w, role) => ({
    path: `${live}/photos/${w.judgedPhotoId}/approve`,
    expected: forOrganization(role, 200),
  }),
  rejectPhoto: (w, role) => ({
    path: `${live}/photos/${w.judgedPhotoId}/reject`,
    // For callers who do not run the event, another person's rejected photo does not exist.
    expected: forOrganization(role, 200),
  }),
  // Of someone who has no photos there.
  removePhotosOfPerson: (_, role) => ({ path: `${live}/participants/${noOne}/photos/remove`, expected: forOrganization(role, 200) }),
  restorePhotosOfPerson: (_, role) => ({ path: `${live}/participants/${noOne}/photos/restore`, expected: forOrganization(role, 200) }),
  reportPhoto: (w, role) => ({ path: ofPhoto(w, '/report'), expected: forEvent(w, role, 200, 200) }),
  // Whether there is one depends on the order.
  getPhotoReport: async (w, role) => {
    if (isSignedIn(role)) await w.call(role, 'PUT', ofPhoto(w, '/report'), { json: { reason: 'not_here' } });
    return { path: ofPhoto(w, '/report'), expected: forEvent(w, role, 200, 200) };
  },
  withdrawPhotoReport: (w, role) => ({ path: ofPhoto(w, '/report'), expected: forEvent(w, role, 204, 204) }),
  listReportedPhotos: (_, role) => ({ path: `${live}/reports`, expected: forOrganization(role, 200) }),
  decidePhotoReports: (w, role) => ({ path: ofPhoto(w, '/reports/decide'), expected: forOrganization(role, 200) }),
  reopenPhotoReports: (w, role) => ({ path: ofPhoto(w, '/reports/reopen'), expected: forOrganization(role, 200) }),
  getPhoto: (w, role) => ({ path: ofPhoto(w), expected: forEvent(w, role, 200, 200) }),
  deletePhoto: async (w, role) => ({
    path: `${live}/photos/${(await deliver(w.people.member, demoEvents.live, await anyShot())).id}`,
    options: { headers: { 'x-account': w.idOf(role) } },
    expected: isOrganization(role) ? [204] : forEvent(w, role, 403, 403),
  }),
  likePhoto: (w, role) => ({ path: ofPhoto(w, '/like'), expected: forEvent(w, role, 200, 403) }),
  unlikePhoto: (w, role) => ({ path: ofPhoto(w, '/like'), expected: forEvent(w, role, 200, 403) }),
  getPhotoThumb: (w, role) => ({ path: ofPhoto(w, '/thumb'), expected: forEvent(w, role, 200, 200) }),
  getPhotoPreview: (w, role) => ({ path: ofPhoto(w, '/preview'), expected: forEvent(w, role, 200, 200) }),
  downloadPhoto: (w, role) => ({
    path: ofPhoto(w, '/download'),
    expected: isOrganization(role) || w.event.allow_downloads ? forEvent(w, role, 200, 403) : forEvent(w, role, 403, 403),
  }),
  getPhotoOriginal: (w, role) => ({
    path: ofPhoto(w, '/original'),
    expected: isOrganization(role) ? [200] : forEvent(w, role, 403, 403),
  }),
};

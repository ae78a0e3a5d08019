// Good calls of the operations of gallery links. Visitors need no session, so every role may open a link.
import { demoEvents } from '#server/seed/ids.ts';
import { eventPath, expectStatus } from '#tests/support/events.ts';
import { type Fixture, openScreen } from './fixture.ts';
import { forOrganization, isOrganization, type GoodCalls } from './good-call.ts';

const links = `${eventPath(demoEvents.live)}/links`;
const own = (w: Fixture, rest = '') => `${links}/${w.link.id}${rest}`;
const screens = `${eventPath(demoEvents.live)}/screens`;
const byScreen = ({ screen: { cookie } }: Fixture) => ({ headers: { cookie } });
const shared = (w: Fixture, rest = '') => `/api/v1/links/${w.link.token}${rest}`;
const byVisitor = (w: Fixture) => ({ headers: { cookie: w.link.visitorCookie } });

/** A download of the link, once for each fixture. */
const downloads = new WeakMap<Fixture, Promise<string>>();
async function createDownload(w: Fixture): Promise<string> {
  const answer = await w.people.member.call<{ id: string }>('POST', shared(w, '/downloads'), { json: {} });
  return expectStatus(answer, 201, 'creating a download').id;
}
function downloadOf(w: Fixture): Promise<string> {
  const made = downloads.get(w) ?? createDownload(w);
  downloads.set(w, made);
  return made;
}

/** Another link for each call: a link prepares few downloads at the same time. */
async function newLink(w: Fixture): Promise<string> {
  const json = { name: 'Downloads', scope: 'selection', photo_ids: [w.photoId], downloads: 'full' };
  return expectStatus(await w.people.owner.call<{ token: string }>('POST', links, { json }), 201, 'creating a link').token;
}

export const goodSharingCalls: GoodCalls = {
  listGalleryLinks: (_, role) => ({ path: links, expected: forOrganization(role, 200) }),
  createGalleryLink: (_, role) => ({ path: links, expected: forOrganization(role, 201) }),
  getGalleryLink: (w, role) => ({ path: own(w), expected: forOrganization(role, 200) }),
  // The same as before, so that visitors find it as it was.
  updateGalleryLink: (w, role) => ({
    path: own(w),
    options: { json: { name: 'For the couple', password: null, expires_at: null, downloads: 'full', watermark: false, picks_limit: 40 } },
    expected: forOrganization(role, 200),
  }),
  revokeGalleryLink: (w, role) => ({ path: `${links}/${w.link.revokedId}`, expected: forOrganization(role, 204) }),
  restoreGalleryLink: (w, role) => ({ path: `${links}/${w.link.revokedId}/restore`, expected: forOrganization(role, 200) }),
  listLinkVisitors: (w, role) => ({ path: own(w, '/visitors'), expected: forOrganization(role, 200) }),
  listVisitorPicks: (w, role) => ({ path: own(w, `/visitors/${w.link.visitorId}/picks`), expected: forOrganization(role, 200) }),
  exportPicks: (w, role) => ({ path: own(w, `/picks/export?visitor=${w.link.visitorId}`), expected: forOrganization(role, 200) }),
  listPickedFileNames: (w, role) => ({ path: own(w, '/picks/file-names'), expected: forOrganization(role, 200) }),

  openGalleryLink: (w) => ({ path: shared(w), expected: [200] }),
  unlockGalleryLink: (w) => ({ path: shared(w, '/unlock'), expected: [204] }),
  listSharedPhotos: (w) => ({ path: shared(w, '/photos'), expected: [200] }),
  getSharedThumb: (w) => ({ path: shared(w, `/photos/${w.photoId}/thumb`), expected: [200] }),
  getSharedPreview: (w) => ({ path: shared(w, `/photos/${w.photoId}/preview`), expected: [200] }),
  reportSharedPhoto: (w) => ({ path: shared(w, `/photos/${w.photoId}/report`), expected: [204] }),
  downloadSharedPhoto: (w) => ({ path: shared(w, `/photos/${w.photoId}/download`), expected: [200] }),
  createSharedDownload: async (w) => ({ path: `/api/v1/links/${await newLink(w)}/downloads`, options: { json: {} }, expected: [201] }),
  getSharedDownload: async (w) => ({ path: shared(w, `/downloads/${await downloadOf(w)}`), expected: [200] }),
  streamGalleryLink: (w) => ({ path: shared(w, '/stream'), expected: [200] }),
  nameLinkVisitor: (w) => ({ path: shared(w, '/visitor'), options: byVisitor(w), expected: [200] }),
  listOwnPicks: (w) => ({ path: shared(w, '/picks'), options: byVisitor(w), expected: [200] }),
  pickPhoto: (w) => ({ path: shared(w, `/picks/${w.photoId}`), options: byVisitor(w), expected: [200] }),
  // Not the photo that the next call submits.
  unpickPhoto: (w) => ({ path: shared(w, `/picks/${w.judgedPhotoId}`), options: byVisitor(w), expected: [204] }),
  submitPicks: (w) => ({ path: shared(w, '/submission'), options: byVisitor(w), expected: [200] }),
  withdrawPicks: (w) => ({ path: shared(w, '/submission'), options: byVisitor(w), expected: [200] }),

  listScreens: (_, role) => ({ path: screens, expected: forOrganization(role, 200) }),
  // A code is used once.
  pairScreen: async (w, role) => ({
    path: screens,
    options: { json: { code: (isOrganization(role) ? await openScreen() : w.screen.waiting).code } },
    expected: forOrganization(role, 201),
  }),
  updateScreen: (w, role) => ({ path: `${screens}/${w.screen.id}`, expected: forOrganization(role, 200) }),
  unpairScreen: (w, role) => ({ path: `${screens}/${w.screen.unpairedId}`, expected: forOrganization(role, 204) }),
  restoreScreen: (w, role) => ({ path: `${screens}/${w.screen.unpairedId}/restore`, expected: forOrganization(role, 200) }),
  openScreen: (w) => ({ path: '/api/v1/screen', options: { headers: { cookie: w.screen.waiting.cookie } }, expected: [200] }),
  listScreenPhotos: (w) => ({ path: '/api/v1/screen/photos', options: byScreen(w), expected: [200] }),
  getScreenPreview: (w) => ({ path: `/api/v1/screen/photos/${w.photoId}/preview`, options: byScreen(w), expected: [200] }),
  streamScreen: (w) => ({ path: '/api/v1/screen/stream', options: byScreen(w), expected: [200] }),
};

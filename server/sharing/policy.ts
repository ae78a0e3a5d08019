// What a gallery link shows, and to whom. Pure; denies by default. Builds on the rules of its event (events/policy.ts) and its photos.
import type { components } from '#openapi/api.ts';
import {
  type EventFacts,
  type EventRole,
  isGalleryOpen,
  isVisibleToOutsiders,
  type RevealFacts,
  admissionOf,
  type JoinFacts,
} from '#server/events/policy.ts';
import { isShown, type PhotoFacts } from '#server/photos/policy.ts';

type Downloads = components['schemas']['GalleryLinkDownloads'];

/** What the decisions need to know of a link. */
export interface LinkFacts {
  expiresAt: Date | null;
  revokedAt: Date | null;
  passwordHash: string | null;
  downloads: Downloads;
  watermark: boolean;
  picksLimit: number | null;
}

/** What the decisions need to know of the link's event. */
type SharedEventFacts = EventFacts & RevealFacts;

/** What the decisions need to know of what a link shows. */
export interface ScopeFacts {
  scope: components['schemas']['GalleryLinkScope'];
  photographerId: string | null;
  sectionId: string | null;
}

export type LinkState = components['schemas']['GalleryLink']['state'];

/** A revoked link stays revoked when it expires. */
export function linkState(link: Pick<LinkFacts, 'expiresAt' | 'revokedAt'>, now: Date): LinkState {
  if (link.revokedAt !== null) return 'revoked';
  return link.expiresAt !== null && link.expiresAt <= now ? 'expired' : 'open';
}

/** Whether it opens at all: drafts and deleted events are hidden from everyone outside of the organization. */
export function isLinkOpen(link: LinkFacts, event: SharedEventFacts, now: Date): boolean {
  return linkState(link, now) === 'open' && isVisibleToOutsiders(event);
}

/** The visitor must enter the password first. @param isUnlocked they have entered the current one */
export const isLinkLocked = (link: LinkFacts, isUnlocked: boolean): boolean => link.passwordHash !== null && !isUnlocked;

/** A link shows nothing while the gallery is closed. The rules for guests don't bind it: the organization made it for others. */
export const showsPhotos = (event: SharedEventFacts, now = new Date()): boolean => isGalleryOpen(event, now);

/** Whether photos of hidden sections are shown: where the organization chose this section, or these photos. */
export const showsHidden = ({ scope }: Pick<ScopeFacts, 'scope'>): boolean => scope === 'section' || scope === 'selection';

/** Whether visitors can filter by the sections that everyone sees: where the link shows all of them. */
export const showsSections = ({ scope }: Pick<ScopeFacts, 'scope'>): boolean => scope === 'gallery';

type SharedPhotoFacts = PhotoFacts & { sectionId: string | null; deletedAt: Date | null };

/** @param isSelected the photo is one of those that a link with the scope `selection` shows */
export function canSeeSharedPhoto(
  event: SharedEventFacts,
  link: ScopeFacts,
  photo: SharedPhotoFacts,
  isSelected: boolean,
  now = new Date(),
): boolean {
  const asLinkShows = { ...photo, isHidden: photo.isHidden && !showsHidden(link) };
  return isInScope(link, photo, isSelected) && showsPhotos(event, now) && isShown(asLinkShows) && photo.deletedAt === null;
}

function isInScope(link: ScopeFacts, photo: SharedPhotoFacts, isSelected: boolean): boolean {
  switch (link.scope) {
    case 'gallery':
      return true;
    case 'photographer':
      return photo.uploaderId === link.photographerId;
    case 'section':
      return photo.sectionId !== null && photo.sectionId === link.sectionId;
    case 'selection':
      return isSelected;
  }
}

/** What visitors can download. An event without downloads has links without them. */
export function downloadsOf(link: LinkFacts, event: SharedEventFacts): Downloads {
  return event.allowDownloads ? link.downloads : 'off';
}

/** A link to the full size also allows what was begun when it allowed the web size only. */
export function canDownloadShared(link: LinkFacts, event: SharedEventFacts, variant: 'web' | 'full' | 'original'): boolean {
  const allowed = downloadsOf(link, event);
  return allowed === variant || (allowed === 'full' && variant === 'web');
}

/** The role whose pictures visitors get: the organization can share pictures without its watermark. */
export const pictureRoleOf = (link: LinkFacts): EventRole => (link.watermark ? 'none' : 'organization');

/** Picks of one visitor, as the contract limits them. */
export const MAX_PICKS = 1000;
/** Links per event, revoked ones not counted. */
export const MAX_LINKS = 500;
/** Visitors who pick photos, per link. */
export const MAX_VISITORS = 500;

// --- Screens

/** A screen shows what visitors of a gallery link see. */
export const showsWall = (event: SharedEventFacts): boolean => isVisibleToOutsiders(event) && showsPhotos(event);

/** The role whose pictures a screen gets: it stands where anyone may look. */
export const SCREEN_ROLE: EventRole = 'none';

/** Whether the wall of a screen shows the event's join code: the organization turned it on, and people can join with it now. */
export function showsJoinCode(screen: { showsJoinCode: boolean }, event: JoinFacts): boolean {
  return screen.showsJoinCode && isVisibleToOutsiders(event) && admissionOf(event, { kind: 'code' }, null) === 'open';
}

/** Paired screens per event. */
export const MAX_SCREENS = 50;
/** An unpaired screen is paired again without a code for this long: it may stand elsewhere later, and show its code to others. */
const RESTORABLE_SCREEN_MS = 24 * 3_600_000;

/** When a screen that can be paired again was unpaired at the earliest. */
export const restorableScreensSince = (now: Date): Date => new Date(now.getTime() - RESTORABLE_SCREEN_MS);

/** Codes on screens that wait. More of them would make codes easier to guess. */
export const MAX_OPEN_CODES = 1000;
/** How long a code is valid. */
export const CODE_MS = 10 * 60_000;

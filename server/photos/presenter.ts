import type { components } from '#openapi/api.ts';
import { canModerate, type WatermarkedEvent, watermarkFor } from '#server/events/policy.ts';
import type { DeviceCounts } from '#server/photos/device-counts.ts';
import { deviceStatus, replacementOf } from '#server/photos/device-status.ts';
import type { ListedDevice, listSeenDevices } from '#server/photos/devices-repository.ts';
import type { DownloadRow } from '#server/photos/downloads-repository.ts';
import type { PhotoRow } from '#server/photos/photos-repository.ts';
import {
  canReadOriginal,
  canReadRejection,
  canSeeHidden,
  photoAbilities,
  type GalleryFacts,
  type PhotoReader,
} from '#server/photos/policy.ts';
import type { ReportRow } from '#server/photos/reports-repository.ts';
import type { SectionRow } from '#server/photos/sections-repository.ts';
import type { PhotoCounts } from '#server/photos/timeline.ts';
import { fullName } from '#server/viewer.ts';

type Schemas = components['schemas'];

/** A photo as this reader may see it. Whether they may is asked before: `canSeePhoto`. */
export function presentPhoto(photo: PhotoRow, reader: PhotoReader, event: GalleryFacts & WatermarkedEvent): Schemas['Photo'] {
  return {
    id: photo.id,
    event_id: photo.eventId,
    uploader: { id: photo.uploaderId, name: fullName(photo.uploaderFirstName, photo.uploaderLastName) },
    status: photo.status,
    state: photo.state,
    unreadable_reason: photo.unreadableReason,
    taken_at: photo.takenAt.toISOString(),
    taken_at_claimed: photo.takenAtClaimed?.toISOString() ?? null,
    uploaded_at: photo.uploadedAt.toISOString(),
    width: photo.width,
    height: photo.height,
    bytes: photo.bytes,
    sha256: photo.sha256,
    content_type: photo.contentType,
    thumbhash: photo.thumbhash?.toString('base64') ?? null,
    likes: photo.likes,
    is_liked: photo.isLiked,
    rejection_reason: canReadRejection(reader, event, photo) ? photo.rejectionReason : null,
    moderated_by: canModerate(reader.relation, event) ? moderatorOf(photo) : null,
    source: photo.source,
    camera: photo.camera,
    file_name: canReadOriginal(reader, event, photo) ? photo.fileName : null,
    original_deleted_at: photo.originalDeletedAt?.toISOString() ?? null,
    awaits_original: photo.awaitsOriginal,
    original_overdue: photo.originalOverdue,
    section_id: canSeeHidden(reader) || !photo.isHidden ? photo.sectionId : null,
    watermark: pictureTag(photo, watermarkFor(reader.relation, event)?.tag ?? null),
    can: photoAbilities(reader, event, photo),
  };
}

/** Another value means other pictures, so browsers load them again. Null: those without a watermark, made of the original. */
export const pictureTag = ({ showsProof }: Pick<PhotoRow, 'showsProof'>, watermark: string | null): string | null =>
  showsProof ? ['proof', ...(watermark === null ? [] : [watermark])].join('-') : watermark;

/** A photo of any event, as the platform looks at it. */
export function presentPlatformPhoto(photo: PhotoRow): Schemas['PlatformPhoto'] {
  return {
    id: photo.id,
    uploader: { id: photo.uploaderId, name: fullName(photo.uploaderFirstName, photo.uploaderLastName) },
    status: photo.status,
    state: photo.state,
    taken_at: photo.takenAt.toISOString(),
    width: photo.width,
    height: photo.height,
    bytes: photo.bytes,
    likes: photo.likes,
    thumbhash: photo.thumbhash?.toString('base64') ?? null,
  };
}

/** @param url null until it is ready */
export const presentDownload = (
  download: DownloadRow,
  { missing, awaited }: { missing: number; awaited: number },
  url: string | null,
): Schemas['PhotoDownload'] => ({
  id: download.id,
  variant: download.variant,
  state: download.state,
  failure: download.failure,
  photos: download.photos,
  prepared: download.prepared,
  web_size_photos: download.webSizePhotos,
  missing_photos: missing,
  awaited_photos: awaited,
  bytes: download.bytes,
  file_name: download.fileName,
  url,
  expires_at: download.expiresAt.toISOString(),
});

/** The name of the moderator; null without a decision. */
export function moderatorOf(photo: PhotoRow): string | null {
  return photo.moderatorFirstName === null ? null : fullName(photo.moderatorFirstName, photo.moderatorLastName ?? '');
}

/** @param counted null where nothing can be there */
export function presentTimeline(counted: PhotoCounts | null, position: number): Schemas['Timeline'] {
  const stretches = [...(counted?.buckets ?? [])].sort(([one], [other]) => other - one);
  return {
    resolution: counted?.resolution ?? 'minute',
    buckets: stretches.map(([start, count]) => ({ start: new Date(start).toISOString(), count })),
    total: stretches.reduce((sum, [, count]) => sum + count, 0),
    stream_position: position,
  };
}

export function presentPhotographer(row: {
  id: string;
  firstName: string;
  lastName: string;
  photosCount: number;
}): Schemas['PhotographerList']['items'][number] {
  return { id: row.id, name: fullName(row.firstName, row.lastName), photos_count: row.photosCount };
}

export function presentLike(photoId: string, likes: number, isLiked: boolean): Schemas['Like'] {
  return { photo_id: photoId, likes, is_liked: isLiked };
}

export function presentSection({ id, name, audience }: SectionRow, counts: ReadonlyMap<string, number>): Schemas['Section'] {
  return { id, name, audience, photos_count: counts.get(id) ?? 0 };
}

type KnownPhoto = Schemas['KnownPhotos']['known'][number];

export function presentKnownPhoto(
  row: Pick<PhotoRow, 'sha256' | 'id' | 'uploadedAt' | 'state' | 'showsProof' | 'originalDeletedAt'>,
): KnownPhoto {
  const original = ((): KnownPhoto['original'] => {
    if (row.originalDeletedAt) return 'deleted';
    if (row.state === 'unreadable') return 'unreadable';
    // A proof can be shown of a photo that is damaged.
    return row.state === 'processing' || row.showsProof ? 'unchecked' : 'stored';
  })();
  const is_unreadable = row.state === 'unreadable';
  return { sha256: row.sha256, id: row.id, uploaded_at: row.uploadedAt.toISOString(), is_unreadable, original };
}

const reportState = ({ decision, isPhotoDeleted }: ReportRow): Schemas['ReportState'] => decision ?? (isPhotoDeleted ? 'removed' : 'open');

/** A report for the person who made it. */
export const presentOwnReport = (report: ReportRow): Schemas['OwnPhotoReport'] => ({
  reason: report.reason,
  text: report.text,
  state: reportState(report),
  created_at: report.createdAt.toISOString(),
  decided_at: report.decidedAt?.toISOString() ?? null,
});

const presentReport = (report: ReportRow): Schemas['PhotoReport'] => ({
  ...presentOwnReport(report),
  id: report.id,
  reporter: report.reporterId === null ? null : { id: report.reporterId, name: nameOf(report.reporterFirstName, report.reporterLastName) },
  link_name: report.linkName,
  contact: report.contact,
  decided_by: report.decidedAt === null ? null : nameOf(report.deciderFirstName, report.deciderLastName),
});

const nameOf = (first: string | null, last: string | null) => fullName(first ?? '', last ?? '');

/** A photo with its reports, for the organization. @param reports latest first */
export const presentReportedPhoto = (
  photo: PhotoRow,
  reports: readonly ReportRow[],
  reader: PhotoReader,
  event: GalleryFacts & WatermarkedEvent,
): Schemas['ReportedPhoto'] => ({
  photo: presentPhoto(photo, reader, event),
  is_deleted: photo.deletedAt !== null,
  decision_id: reports.some(({ decidedAt }) => decidedAt === null) ? null : (reports[0]?.decisionId ?? null),
  reports: reports.map(presentReport),
});

/** A device reports as many of its waiting photos by name. */
const MOST_NAMED = 100;

/** What waits on a device: as reported, without what arrived since, and with photos that were taken since. */
export function presentDevice(
  row: ListedDevice,
  { captured, imported, stored, waiting, waitingBytes, missing, lost: everLost }: DeviceCounts,
  seen: Awaited<ReturnType<typeof listSeenDevices>>,
  now: Date,
): Schemas['EventDevice'] {
  const lost = Math.max(0, everLost - row.settledLost);
  const replacedBy = replacementOf(row, seen);
  const status = deviceStatus({ ...row, waiting, lost, isReplaced: replacedBy !== null }, now);
  return {
    id: row.id,
    person: { id: row.userId, name: fullName(row.firstName, row.lastName) },
    name: row.name,
    number: row.deviceId.slice(-4).toUpperCase(),
    kind: row.kind,
    app_version: row.appVersion,
    captured,
    imported,
    stored,
    waiting,
    waiting_bytes: waitingBytes,
    waiting_photos: missing
      .slice(0, MOST_NAMED)
      .map(({ file_name, taken_at }) => ({ file_name, taken_at: new Date(taken_at).toISOString() })),
    attention: waiting === 0 ? [] : row.attention,
    lost,
    damaged: row.damaged,
    is_storage_low: row.isStorageLow,
    first_contact_at: row.firstSeenAt.toISOString(),
    last_contact_at: row.lastContactAt.toISOString(),
    status,
    replaced_by: status === 'replaced' ? replacedBy : null,
    settled_at: row.settledAt?.toISOString() ?? null,
  };
}

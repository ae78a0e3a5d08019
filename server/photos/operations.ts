import type { components } from '#openapi/api.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { OpenLinkReader } from '#server/photos/download-reader.ts';
import { createPhotoOperation, knownPhotosOperation } from '#server/photos/operations/create-photo.ts';
import { deletionCalls } from '#server/photos/operations/deletion.ts';
import { deviceCalls } from '#server/photos/operations/devices.ts';
import { downloadCalls } from '#server/photos/operations/downloads.ts';
import { fileCalls, type PhotoFiles } from '#server/photos/operations/files.ts';
import { galleryCalls, photoExportCall, timelineCalls } from '#server/photos/operations/gallery.ts';
import { moderationCalls } from '#server/photos/operations/moderation.ts';
import { platformPhotoCalls } from '#server/photos/operations/platform-photos.ts';
import { reportCalls } from '#server/photos/operations/reports.ts';
import { sectionCalls } from '#server/photos/operations/sections.ts';
import { sendProofOperation } from '#server/photos/operations/send-proof.ts';
import { uploadCalls } from '#server/photos/operations/uploads.ts';
import type { PictureAccessCache } from '#server/photos/picture-access-cache.ts';
import { streamCall } from '#server/photos/stream.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { createDiskSpace } from '#server/storage/disk-space.ts';

interface Parts {
  limits: Pick<RateLimits, 'limitAttempts' | 'count'>;
  rights: PictureAccessCache;
  files: PhotoFiles;
  openLinkReader: OpenLinkReader;
  /** The current limits. */
  uploadLimits: () => components['schemas']['UploadBounds'];
}

export function photoOperations(deps: Deps, parts: Parts): OperationsOf<'photos'> {
  const uploads = createUploads(deps);
  const room = createDiskSpace(deps.config);
  return {
    ...galleryCalls(deps, parts.rights),
    ...deletionCalls(deps),
    ...timelineCalls(deps),
    ...photoExportCall(deps),
    ...moderationCalls(deps),
    ...sectionCalls(deps),
    ...deviceCalls(deps),
    ...createPhotoOperation(deps, uploads, parts.uploadLimits),
    ...knownPhotosOperation(deps, parts.uploadLimits),
    ...fileCalls(deps, parts.files, parts),
    ...streamCall(deps),
    ...downloadCalls(deps, parts),
    ...platformPhotoCalls(deps),
    ...reportCalls(deps, parts),
    ...uploadCalls(deps, uploads, room, parts.uploadLimits),
    ...sendProofOperation(deps, room, parts.uploadLimits),
  };
}

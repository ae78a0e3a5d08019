import type { components } from '#openapi/api.ts';
import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { derivativesOf } from '#server/photos/derivatives.ts';
import { createMarkedCopies } from '#server/photos/marked-copies.ts';
import { createPhotoOperation } from '#server/photos/operations/create-photo.ts';
import { deletionCalls } from '#server/photos/operations/deletion-calls.ts';
import { fileCalls } from '#server/photos/operations/file-calls.ts';
import { galleryCalls } from '#server/photos/operations/gallery-calls.ts';
import { knownPhotosOperation } from '#server/photos/operations/known-photos.ts';
import { moderationCalls } from '#server/photos/operations/moderation-calls.ts';
import { photoExportCall } from '#server/photos/operations/photo-export-call.ts';
import { platformPhotoCalls } from '#server/photos/operations/platform-calls.ts';
import { timelineCalls } from '#server/photos/operations/timeline-calls.ts';
import { uploadCalls } from '#server/photos/operations/upload-calls.ts';
import type { PictureMemory } from '#server/photos/picture-memory.ts';
import type { PictureRights } from '#server/photos/picture-rights.ts';
import { streamCall } from '#server/photos/stream.ts';
import { createUploads } from '#server/photos/uploads.ts';
import { createRoom } from '#server/storage/room.ts';

interface Parts {
  limits: Pick<RateLimits, 'guessing'>;
  rights: PictureRights;
  memory: PictureMemory;
  /** What is set now. */
  uploadLimits: () => components['schemas']['UploadBounds'];
}

export function photoOperations(deps: Deps, parts: Parts): OperationsOf<'photos'> {
  const uploads = createUploads(deps);
  const derivatives = derivativesOf(deps);
  return {
    ...galleryCalls(deps, parts.rights),
    ...deletionCalls(deps),
    ...timelineCalls(deps),
    ...photoExportCall(deps),
    ...moderationCalls(deps),
    ...createPhotoOperation(deps, uploads, parts.uploadLimits),
    ...knownPhotosOperation(deps, parts.uploadLimits),
    ...fileCalls(deps, derivatives, createMarkedCopies(deps, derivatives), parts),
    ...streamCall(deps),
    ...platformPhotoCalls(deps),
    ...uploadCalls(deps, uploads, createRoom(deps.config), parts.uploadLimits),
  };
}

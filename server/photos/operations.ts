import type { Deps } from '#server/deps.ts';
import type { Operations } from '#server/http/operation.ts';
import { derivativesOf } from '#server/photos/derivatives.ts';
import { createPhotoOperation } from '#server/photos/operations/create-photo.ts';
import { deletionCalls } from '#server/photos/operations/deletion-calls.ts';
import { fileCalls } from '#server/photos/operations/file-calls.ts';
import { galleryCalls } from '#server/photos/operations/gallery-calls.ts';
import { knownPhotosOperation } from '#server/photos/operations/known-photos.ts';
import { moderationCalls } from '#server/photos/operations/moderation-calls.ts';
import { timelineCalls } from '#server/photos/operations/timeline-calls.ts';
import { uploadCalls } from '#server/photos/operations/upload-calls.ts';
import { createRoom } from '#server/photos/room.ts';
import { streamCall } from '#server/photos/stream.ts';
import { createUploads } from '#server/photos/uploads.ts';

type PhotoCalls =
  | 'listPhotos'
  | 'createPhoto'
  | 'findKnownPhotos'
  | 'getPhoto'
  | 'deletePhoto'
  | 'deletePhotos'
  | 'restorePhotos'
  | 'getTimeline'
  | 'listPhotographers'
  | 'takeModeration'
  | 'moderatePhotos'
  | 'approvePhoto'
  | 'rejectPhoto'
  | 'likePhoto'
  | 'unlikePhoto'
  | 'getPhotoThumb'
  | 'getPhotoPreview'
  | 'downloadPhoto'
  | 'getPhotoOriginal'
  | 'streamEvent'
  | 'describeUploads'
  | 'createUpload'
  | 'describeUpload'
  | 'getUploadOffset'
  | 'appendUpload'
  | 'cancelUpload';

export function photoOperations(deps: Deps): Operations<PhotoCalls> {
  const uploads = createUploads(deps);
  return {
    ...galleryCalls(deps),
    ...deletionCalls(deps),
    ...timelineCalls(deps),
    ...moderationCalls(deps),
    ...createPhotoOperation(deps, uploads),
    ...knownPhotosOperation(deps),
    ...fileCalls(deps, derivativesOf(deps)),
    ...streamCall(deps),
    ...uploadCalls(deps, uploads, createRoom(deps.config)),
  };
}

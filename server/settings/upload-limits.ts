// How much people may send: what super administrators set, and never more than the server's variables say.
import type { components } from '#openapi/api.ts';
import type { Config } from '#server/config.ts';

type Schemas = components['schemas'];

/** Of the variables. */
export const uploadBounds = ({
  maxPhotoBytes,
  maxPhotoPixels,
  openUploads,
}: Pick<Config, 'maxPhotoBytes' | 'maxPhotoPixels' | 'openUploads'>): Schemas['UploadBounds'] => ({
  photo_bytes: maxPhotoBytes,
  photo_pixels: maxPhotoPixels,
  open_uploads: openUploads.files,
  open_upload_bytes: openUploads.bytes,
});

/** A variable that was lowered since counts: nothing set before goes beyond it. */
export function effectiveLimits(set: Schemas['UploadLimits'], bounds: Schemas['UploadBounds']): Schemas['UploadBounds'] {
  const limit = (name: keyof Schemas['UploadBounds']) => Math.min(set[name] ?? Infinity, bounds[name]);
  return {
    photo_bytes: limit('photo_bytes'),
    photo_pixels: limit('photo_pixels'),
    open_uploads: limit('open_uploads'),
    open_upload_bytes: limit('open_upload_bytes'),
  };
}

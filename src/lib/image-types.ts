/**
 * For `accept`: the types that the server decodes. HEIC and AVIF are also listed by extension, because many systems give them no type;
 * `.hif` is HEIC from cameras.
 */
export const ACCEPTED_IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.avif,.heic,.heif,.hif';

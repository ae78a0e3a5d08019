/** For `accept`: what the server decodes. HEIC and AVIF are named by their extensions too, as many systems give them no type; `.hif` is HEIC of cameras. */
export const ACCEPTED_IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.avif,.heic,.heif,.hif';

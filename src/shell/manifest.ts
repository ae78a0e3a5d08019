import type { ManifestOptions } from 'vite-plugin-pwa';
import { SHARE_PATH } from '#src/lib/held-shares.ts';

/** Many systems give these no type. */
const HEIF = ['.heic', '.heif', '.avif'];

/** The web app manifest. Read by vite.config.ts; colors repeat `--canvas` of styles.css, because a manifest cannot use CSS. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'AI Image Suite',
  short_name: 'Image Suite',
  description: 'Event photos that are safe the moment you press the shutter, and galleries that fill while the event is on.',
  lang: 'en',
  dir: 'ltr',
  scope: '/',
  // Opens the camera of the current event, or the list of events; visitors log in first.
  start_url: '/dashboard?open=now',
  display: 'standalone',
  orientation: 'any',
  theme_color: '#131416',
  background_color: '#131416',
  // A start never navigates an open window away: its camera may be shooting, and an import running. Where there is only one window, as on
  // Android, the browser asks first as long as photos are not stored.
  launch_handler: { client_mode: ['navigate-new', 'auto'] },
  // Photos from the share sheet: the worker holds them until the person confirms (sw/share-target.ts).
  share_target: {
    action: SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'photos', accept: ['image/*', ...HEIF] }] },
  },
  // On desktops: "Open with". The page reads them from the launch queue.
  file_handlers: [
    {
      action: SHARE_PATH,
      accept: {
        'image/jpeg': ['.jpg', '.jpeg'],
        'image/png': ['.png'],
        'image/webp': ['.webp'],
        'image/avif': ['.avif'],
        'image/heic': ['.heic', '.hif'],
        'image/heif': ['.heif'],
      },
    },
  ],
  categories: ['photo', 'photography', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  // Shown before the app is installed; made by `npm run screens -- product`.
  screenshots: [
    ...[
      { name: 'camera', label: 'The camera' },
      { name: 'gallery', label: 'The gallery of an event' },
    ].map(({ name, label }) => ({
      src: `/product/${name}.webp`,
      sizes: '585x1266',
      type: 'image/webp',
      form_factor: 'narrow' as const,
      label,
    })),
    {
      src: '/product/gallery-wide.webp',
      sizes: '1440x900',
      type: 'image/webp',
      form_factor: 'wide' as const,
      label: 'The gallery of an event',
    },
  ],
  shortcuts: [
    {
      name: 'Camera',
      description: 'Open the camera of your last event',
      url: '/dashboard?open=camera',
      icons: [{ src: '/icons/shortcut-camera-96.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Events',
      description: 'Your events',
      url: '/dashboard/events-overview',
      icons: [{ src: '/icons/shortcut-events-96.png', sizes: '96x96', type: 'image/png' }],
    },
  ],
};

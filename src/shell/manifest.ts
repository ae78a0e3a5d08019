import type { ManifestOptions } from 'vite-plugin-pwa';

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
  categories: ['photo', 'photography', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
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

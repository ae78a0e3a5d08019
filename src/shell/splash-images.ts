// The images that iOS shows while an app from the home screen starts. It takes them from the page at the moment of "Add to Home Screen", so only
// Safari gets the links, only those of its screen, and late. scripts/icons.mjs draws the images.

/** iPads start in any orientation. The shorter side of the smallest one, in CSS pixels. */
const TABLET = 700;

export function linkSplashImages(): void {
  // `standalone` exists only on iOS, and is true in an installed app.
  if (!('standalone' in navigator) || navigator.standalone !== false) return;
  const sides = [screen.width, screen.height].toSorted((a, b) => a - b);
  const [short, long] = sides.map((side) => Math.round(side * devicePixelRatio));
  for (const theme of ['light', 'dark']) {
    link(`${short}x${long}`, theme, 'portrait');
    if (sides.every((side) => side >= TABLET)) link(`${long}x${short}`, theme, 'landscape');
  }
}

function link(size: string, theme: string, orientation: string): void {
  const element = document.createElement('link');
  element.rel = 'apple-touch-startup-image';
  element.media = `(prefers-color-scheme: ${theme}) and (orientation: ${orientation})`;
  element.href = `/splash/${size}-${theme}.png`;
  document.head.append(element);
}

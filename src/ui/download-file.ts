/** Milliseconds between two downloads. Chromium silently drops all but ten a second; Safari needs more time. */
export const DOWNLOAD_PAUSE_MS = 350;

/** Saves a file through the browser's downloads. */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click();
  // Long enough for the browser to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

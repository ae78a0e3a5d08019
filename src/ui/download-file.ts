/** Milliseconds between two downloads. Chromium silently drops all but ten a second; Safari needs more time than that. */
export const DOWNLOAD_PAUSE_MS = 350;

/** Hands a file to the browser's downloads. */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click();
  // Long enough for the browser to have taken the bytes over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

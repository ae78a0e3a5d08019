import { vi } from 'vitest';

/** In jsdom: collects the names of files that are downloaded. Ends with `vi.restoreAllMocks()`. */
export function saveDownloads(): { names: string[] } {
  const names: string[] = [];
  URL.createObjectURL ??= () => '';
  URL.revokeObjectURL ??= () => undefined;
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:download');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return { names };
}

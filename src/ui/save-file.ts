interface NamedPhoto {
  /** The name it came with, if any. */
  fileName: string | null;
  contentType: string;
  /** ms since 1970; names a photo that came without a name. */
  takenAt: number;
}

/** A photo as a file: by its own name, else by when it was taken ("photo-2026-11-20-211407.jpg", local time). */
export function asPhotoFile(blob: Blob, { fileName, contentType, takenAt }: NamedPhoto): File {
  const name = fileName ?? `photo-${stamp(takenAt)}.${/^image\/(\w+)$/.exec(contentType)?.[1]?.replace('jpeg', 'jpg') ?? 'bin'}`;
  return new File([blob], name, { type: contentType, lastModified: takenAt });
}

/** "2026-11-20-211407": local time, as ISO writes that of Greenwich. */
const stamp = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');

/** As `saveFiles`, for one photo. */
export const saveFile = (blob: Blob, photo: NamedPhoto): Promise<boolean> => saveFiles([asPhotoFile(blob, photo)]);

/**
 * Hands files to the person: the share sheet where a touch system has one for files (there "Save to Photos" is found), else downloads.
 * @returns false when the person closed the share sheet
 */
export async function saveFiles(files: File[]): Promise<boolean> {
  // Firefox on desktops has no `canShare`.
  if ((navigator as Partial<Navigator>).canShare?.({ files }) && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ files });
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false;
      // Refused for another reason (the press was too long ago, the type is not allowed): downloading needs nobody's leave.
    }
  }
  for (const file of files) download(file);
  return true;
}

function download(file: File) {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click();
  // Long enough for the browser to have taken the bytes over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

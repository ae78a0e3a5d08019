const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heif': 'heif',
};

interface NamedPhoto {
  /** The name it came with, if any. */
  fileName: string | null;
  contentType: string;
  /** ms since 1970; names a photo that came without a name. */
  takenAt: number;
}

/** A photo as a file: by its own name, else by when it was taken ("photo-2026-11-20-211407.jpg", local time). */
export function asPhotoFile(blob: Blob, { fileName, contentType, takenAt }: NamedPhoto): File {
  const name = fileName ?? `photo-${stamp(takenAt)}.${extensions[contentType] ?? 'bin'}`;
  return new File([blob], name, { type: contentType, lastModified: takenAt });
}

function stamp(at: number): string {
  const moment = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  return `${day}-${two(moment.getHours())}${two(moment.getMinutes())}${two(moment.getSeconds())}`;
}

/** As `saveFiles`, for one photo. */
export const saveFile = (blob: Blob, photo: NamedPhoto): Promise<boolean> => saveFiles([asPhotoFile(blob, photo)]);

/**
 * Hands files to the person: the share sheet where a touch system has one for files (there "Save to Photos" is found), else downloads.
 * @returns false when the person closed the share sheet
 */
export async function saveFiles(files: File[]): Promise<boolean> {
  if (typeof navigator.canShare === 'function' && navigator.canShare({ files }) && matchMedia('(pointer: coarse)').matches) {
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
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // Long enough for the browser to have taken the bytes over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

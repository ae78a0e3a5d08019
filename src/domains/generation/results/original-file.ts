import { generatedImageUrl, type GeneratedImage } from '#src/domains/generation/generation.ts';
import { slugify } from '#src/lib/slug.ts';
import { fetchImage } from '#src/transport/fetch-image.ts';
import { downloadFile } from '#src/ui/download-file.ts';
import { toast } from '#src/ui/toast.ts';

/** Fetches the original file. @throws ApiError, NetworkError */
export const readOriginal = ({ id }: Pick<GeneratedImage, 'id'>): Promise<Blob> => fetchImage(generatedImageUrl(id, 'original'));

const NAME_WORDS = 6;

/** A descriptive file name such as "two-balloons-and-a-cake-2026-11-20-00d1": what was asked for, the day, and what tells similar ones apart. */
export function fileNameOf({ prompt, style, model_name: model, created_at: at, id }: NamedImage): string {
  const words = slugify(prompt || style || model)
    .split('-')
    .slice(0, NAME_WORDS)
    .join('-');
  return [words || 'image', isoDay(at), id.slice(-4)].join('-');
}

type NamedImage = Pick<GeneratedImage, 'prompt' | 'style' | 'model_name' | 'created_at' | 'id'>;

/** In this time zone, such as "2026-11-20". */
export function isoDay(at: string | number): string {
  const date = new Date(at);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

export const EXTENSIONS: Record<GeneratedImage['content_type'], string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

async function originalFile(image: GeneratedImage): Promise<File> {
  const blob = await readOriginal(image);
  const lastModified = Date.parse(image.created_at);
  return new File([blob], `${fileNameOf(image)}.${EXTENSIONS[image.content_type]}`, { type: image.content_type, lastModified });
}

/** Browsers show their downloads in different places, and some not at all. */
export function saveFile(file: File): void {
  downloadFile(file);
  toast.success('Image downloaded', { detail: file.name });
}

/** Downloads the file as one of several. */
export const downloadOriginal = async (image: GeneratedImage): Promise<void> => downloadFile(await originalFile(image));

/** Downloads the file, and says so. */
export async function saveOriginal(image: GeneratedImage): Promise<void> {
  const waiting = toast.info('Downloading the image…', { duration: Infinity });
  try {
    saveFile(await originalFile(image));
  } finally {
    toast.dismiss(waiting);
  }
}

export const canShareFiles = (): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [new File([], 'image.png', { type: 'image/png' })] });

/** Opens the system share sheet. Falls back to a download if sharing is refused. */
export const shareOriginal = async (image: GeneratedImage): Promise<void> => shareFile(await originalFile(image));

export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    // Fetching the file outlasted the user activation (NotAllowedError).
    saveFile(file);
  }
}

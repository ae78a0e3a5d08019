// A photo that lies sideways is turned before it is used. The server turns photos upright by their metadata, which may be wrong.
import { fetchImage } from '#src/transport/fetch-image.ts';

/** Of the best quality that makes a difference; it is compressed once more by the server. */
const QUALITY = 0.95;

/**
 * The image at `url`, turned by 90° to the right.
 * @throws ApiError, NetworkError
 */
export async function rotatedFile(url: string): Promise<File> {
  const blob = await fetchImage(url);
  const image = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(image.height, image.width);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser doesn’t have enough memory to rotate the image.');
  pen.translate(image.height, 0);
  pen.rotate(Math.PI / 2);
  pen.drawImage(image, 0, 0);
  image.close();
  // Transparent parts stay transparent.
  const type = blob.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const turned = await canvas.convertToBlob({ type, quality: QUALITY });
  return new File([turned], type === 'image/png' ? 'rotated.png' : 'rotated.jpg', { type });
}

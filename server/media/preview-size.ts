/** The longer side of previews, which are what downloads in web size contain. */
export const PREVIEW_PX = 1600;

/** The size of a photo's preview. */
export function fitPreview({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, PREVIEW_PX / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

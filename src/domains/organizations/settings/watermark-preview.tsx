import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { apiUrl } from '#src/transport/api-base.ts';
import { useFieldValue } from '#src/ui/form.tsx';
import { samplePhotoQuery } from './settings-queries.ts';
import { drawText, drawWatermark, type WatermarkPosition } from './watermark-drawing.ts';

interface WatermarkPreviewProps {
  organizationId: string;
  logo: string | null;
}

/** A photo of the organization with the watermark that stands in the form. */
export function WatermarkPreview({ organizationId, logo }: WatermarkPreviewProps) {
  const sample = useQuery(samplePhotoQuery(organizationId));
  const photo = useImage(sample.data ?? null);
  const logoImage = useImage(logo);
  const source = String(useFieldValue('source'));
  const text = String(useFieldValue('text')).trim();
  const position = String(useFieldValue('position')) as WatermarkPosition;
  const size = Number(useFieldValue('size'));
  const strength = Number(useFieldValue('strength'));
  const isOn = useFieldValue('enabled') === true;
  const textImage = useMemo(() => (text === '' ? null : drawText(text)), [text]);
  const mark = source === 'logo' ? logoImage : textImage;
  const element = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = element.current;
    if (!canvas) return;
    drawBackground(canvas, photo);
    if (isOn && mark) drawWatermark(canvas, mark, { position, size, strength });
  }, [photo, mark, isOn, position, size, strength]);
  const words = isOn ? 'How people outside your organization see it.' : 'The watermark is off. Everyone sees photos like this.';
  return (
    <figure className="grid gap-2 max-xl:order-first max-xl:max-w-xl">
      <canvas ref={element} role="img" aria-label="Preview of the watermark" className="w-full rounded-lg border border-line bg-sunken" />
      <figcaption aria-live="polite" className="text-sm text-ink-muted">
        {sample.data === null ? `${words} Once you have photos, one of them appears here.` : words}
      </figcaption>
    </figure>
  );
}

const MAX_PX = 1200;

function drawBackground(canvas: HTMLCanvasElement, photo: HTMLImageElement | null): void {
  const { naturalWidth: width, naturalHeight: height } = photo ?? { naturalWidth: 3, naturalHeight: 2 };
  const ratio = MAX_PX / Math.max(width, height);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  if (photo) return context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  // Dark and light, as photos are.
  const evening = context.createLinearGradient(0, 0, 0, canvas.height);
  for (const [at, color] of ['#24304a', '#8d6f86', '#e7b48c', '#3b3540'].entries()) evening.addColorStop(at / 3, color);
  context.fillStyle = evening;
  context.fillRect(0, 0, canvas.width, canvas.height);
}

/** Null until it is there, and where it cannot be had. */
function useImage(path: string | null): HTMLImageElement | null {
  const [loaded, setLoaded] = useState<{ path: string; image: HTMLImageElement } | null>(null);
  useEffect(() => {
    if (path === null) return undefined;
    let isWanted = true;
    const image = new Image();
    image.addEventListener('load', () => isWanted && setLoaded({ path, image }));
    image.src = apiUrl(path);
    return () => {
      isWanted = false;
    };
  }, [path]);
  return loaded?.path === path ? loaded.image : null;
}

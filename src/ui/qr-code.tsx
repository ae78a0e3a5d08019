import { useMemo } from 'react';
import { encodeQr } from '#src/lib/qr.ts';

/** A QR code, black on white in every theme. Default export: loaded when first shown. */
export default function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => encodeQr(text), [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className={className}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

// A QR code as one path, so that screen, poster and files share one drawing.
import { encode } from 'uqr';

/** The quiet zone in modules, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export interface Qr {
  /** Modules per side, including the quiet zone. */
  size: number;
  /** The dark modules, one unit each. */
  path: string;
}

export function encodeQr(text: string): Qr {
  const { data, size } = encode(text, { ecc: 'Q', border: QUIET_ZONE });
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      let run = 1;
      while (row[x + run]) run += 1;
      path += `M${x} ${y}h${run}v1h-${run}z`;
      x += run;
    }
  });
  return { size, path };
}

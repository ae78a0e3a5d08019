// A guest before the lights of a party, for the pictures of what is made of people. The network that finds people needs more than the silhouettes of
// the demo's scenes: a face, hair, and light from one side.
import sharp from 'sharp';

const lights = [
  [90, 150, 46, '#ffd58a', 0.55],
  [210, 90, 60, '#ff9f6b', 0.45],
  [330, 210, 34, '#ffe6b0', 0.5],
  [760, 120, 58, '#ffb45a', 0.5],
  [880, 220, 44, '#ff8fb0', 0.45],
  [960, 80, 36, '#ffd58a', 0.55],
  [120, 420, 52, '#8fb7ff', 0.35],
  [250, 560, 40, '#ffd58a', 0.35],
  [900, 470, 60, '#8fb7ff', 0.35],
  [800, 640, 38, '#ffe6b0', 0.35],
  [60, 690, 44, '#ff9f6b', 0.3],
  [980, 760, 50, '#ff9f6b', 0.3],
]
  .map(([x, y, r, fill, opacity]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity="${opacity}"/>`)
  .join('');

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024" viewBox="0 0 1024 1024">
<defs>
  <linearGradient id="room" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3f4f7a"/><stop offset="0.6" stop-color="#8a6f8f"/><stop offset="1" stop-color="#b98a7c"/></linearGradient>
  <radialGradient id="skin" cx="0.38" cy="0.36" r="0.75"><stop offset="0" stop-color="#f6cfb2"/><stop offset="0.7" stop-color="#e0a684"/><stop offset="1" stop-color="#bf8263"/></radialGradient>
  <linearGradient id="neck" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#b97d5f"/><stop offset="1" stop-color="#dba282"/></linearGradient>
  <radialGradient id="shirt" cx="0.35" cy="0.2" r="0.9"><stop offset="0" stop-color="#2fa69a"/><stop offset="1" stop-color="#135a58"/></radialGradient>
  <linearGradient id="hair" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#6b4329"/><stop offset="1" stop-color="#2d1a10"/></linearGradient>
  <filter id="far"><feGaussianBlur stdDeviation="9"/></filter>
  <filter id="soft"><feGaussianBlur stdDeviation="5"/></filter>
</defs>
<rect width="1024" height="1024" fill="url(#room)"/>
<g filter="url(#far)">${lights}</g>
<path d="M350 430c-28 90-42 160-36 216 6 40 90 40 198 40s192 0 198-40c6-56-8-126-36-216z" fill="#301c11"/>
<path d="M112 1024c6-150 84-226 240-262l64-28h192l64 28c156 36 234 112 240 262z" fill="url(#shirt)"/>
<path d="M438 640h148v92c0 62-34 96-74 96s-74-34-74-96z" fill="url(#neck)"/>
<path d="M398 742c30 78 66 112 114 112s84-34 114-112" fill="none" stroke="#0f4a49" stroke-width="10" opacity="0.5"/>
<ellipse cx="512" cy="470" rx="152" ry="196" fill="url(#skin)"/>
<ellipse cx="364" cy="486" rx="20" ry="36" fill="#d49a78"/><ellipse cx="660" cy="486" rx="20" ry="36" fill="#b97d5f"/>
<path d="M352 500c-26-170 30-262 160-262s190 92 164 262c-10-86-38-130-78-150-56 34-140 40-196 8-26 30-44 74-50 142z" fill="url(#hair)"/>
<path d="M352 470c-22 70-40 120-38 176 2 26 40 36 58 8 12-40 4-70 0-110zM672 470c22 70 40 120 38 176-2 26-40 36-58 8-12-40-4-70 0-110z" fill="url(#hair)"/>
<g fill="#3a2217"><path d="M414 418q34-18 68-4l-2 12q-32-10-64 4zM542 414q34-14 68 4l-2 12q-32-14-64-4z"/></g>
<g><ellipse cx="450" cy="464" rx="27" ry="16" fill="#fffaf5"/><ellipse cx="574" cy="464" rx="27" ry="16" fill="#fffaf5"/><circle cx="452" cy="464" r="14" fill="#4b3423"/><circle cx="576" cy="464" r="14" fill="#4b3423"/><circle cx="447" cy="459" r="4.5" fill="#fff"/><circle cx="571" cy="459" r="4.5" fill="#fff"/>
<path d="M422 460q28-24 58-2M546 458q30-22 58 2" fill="none" stroke="#2a1710" stroke-width="6" stroke-linecap="round"/></g>
<path d="M512 470c-4 34-16 58-14 72 6 10 26 12 34 2" fill="none" stroke="#b27757" stroke-width="7" stroke-linecap="round"/>
<path d="M444 578q68 26 136 0-18 58-68 58t-68-58z" fill="#a13c44"/><path d="M456 584q56 18 112 0-8 18-56 18t-56-18z" fill="#fffaf5"/>
<g filter="url(#soft)" opacity="0.4"><circle cx="414" cy="548" r="26" fill="#ee8f7d"/><circle cx="608" cy="548" r="26" fill="#e27f6e"/></g>
</svg>`;

/** A JPEG of 1024 pixels, with the grain of a sensor. */
export async function drawGuest(): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let state = 7;
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = Math.min(255, Math.max(0, (data[at] ?? 0) + ((state >>> 24) & 7) - 4));
  }
  return sharp(data, { raw: info }).jpeg({ quality: 92 }).toBuffer();
}

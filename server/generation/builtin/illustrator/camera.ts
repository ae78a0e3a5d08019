// The viewpoint of a picture: how near, how high and from which side its place is seen. Consecutive seeds have different ones, so that the results
// of one request differ in what is where.
import { at, type Camera, createRandom, type Ground, type Random } from '#server/generation/builtin/illustrator/scene.ts';

const views = [
  // From the middle.
  { scale: 1, panY: 0.5, subjectScale: 1.05, x: 0.5, depth: 0.55, time: 'day', layout: 'scattered', relief: { swing: 1, tilt: 0 } },
  // Near: large, at one side, the horizon high.
  { scale: 1.6, panY: 1, subjectScale: 1.55, x: 0.32, depth: 0.9, time: 'sunset', layout: 'row', relief: { swing: 0.5, tilt: 1 } },
  // From above: mostly ground, at the other side.
  { scale: 1.9, panY: 0.98, subjectScale: 0.95, x: 0.7, depth: 0.3, time: 'dawn', layout: 'diagonal', relief: { swing: 1.5, tilt: -1 } },
  // From below: the horizon low, everything high above it.
  { scale: 1.3, panY: 0.04, subjectScale: 1.3, x: 0.62, depth: 0.45, time: 'dusk', layout: 'close', relief: { swing: 2, tilt: 1.5 } },
] as const satisfies readonly Omit<Camera, 'panX' | 'isMirrored'>[];

export function cameraOf(seed: number, random: Random): Camera {
  const view = views[seed % views.length] ?? views[0];
  const isMirrored = random.chance(0.5);
  return {
    ...view,
    scale: view.scale * random.between(1, 1.06),
    panX: random(),
    isMirrored,
    x: (isMirrored ? 1 - view.x : view.x) + random.between(-0.06, 0.06),
    depth: view.depth + random.between(-0.1, 0.1),
  };
}

/**
 * The same place in the same light and colors, composed anew: seen from the other side, or the subjects as large, as near and in such an order as from
 * another viewpoint.
 */
export function variedCamera(camera: Camera, variation: number): Camera {
  if (variation === 0) return camera;
  const random = createRandom(variation * 0x3c6ef372);
  const own = views.findIndex(({ layout }) => layout === camera.layout);
  const { layout, subjectScale, depth } = views[(own + 1 + (variation % (views.length - 1))) % views.length] ?? views[0];
  const shifted = (value: number, by: number) =>
    Math.min(1, Math.max(0, value + (random.chance(0.5) ? 1 : -1) * random.between(by / 2, by)));
  const scale = Math.min(camera.scale * random.between(1.08, 1.28), Math.max(camera.scale, 1.75));
  const isMirrored = variation % 2 === 1 ? !camera.isMirrored : camera.isMirrored;
  // The subjects go to another third of the picture.
  const x = isMirrored === camera.isMirrored ? camera.x : 1 - camera.x;
  const thirds = [0.24, 0.5, 0.76].filter((third) => Math.abs(third - x) > 0.15);
  return {
    ...camera,
    scale,
    isMirrored,
    layout,
    panX: shifted(camera.panX, 0.6),
    // Sky and ground keep their shares.
    panY: shifted(camera.panY, Math.min(0.2, 0.06 / (scale - 1))),
    subjectScale: subjectScale * random.between(0.85, 1.15),
    x: random.pick(thirds) + random.between(-0.05, 0.05),
    depth: Math.min(0.95, Math.max(0.25, depth + random.between(-0.1, 0.1))),
  };
}

/** How high the horizon is at most, and at least, where something in the sky is named: it needs room, and isn't cut off. */
const [HIGHEST_HORIZON, LOWEST_HORIZON] = [0.46, 0.78] as const;

/** Sees all of the sky, over as much of the ground as before. */
export function openSky(camera: Camera, horizon: number): Camera {
  const { scale, panY } = camera;
  if (scale <= 1) return camera;
  const seen = Math.min(LOWEST_HORIZON, Math.max(HIGHEST_HORIZON, seenAt(horizon, camera)));
  return { ...camera, panY: Math.min(1, Math.max(0, seen === seenAt(horizon, camera) ? panY : (horizon * scale - seen) / (scale - 1))) };
}

interface Size {
  width: number;
  height: number;
}

/** What belongs to the place, as the camera sees it. */
export function framed(svg: string, { scale, panX, panY, isMirrored }: Camera, { width, height }: Size): string {
  const [x, y] = [-(scale - 1) * panX * width, -(scale - 1) * panY * height];
  const transform = isMirrored
    ? `translate(${at(width - x)} ${at(y)}) scale(${(-scale).toFixed(4)} ${scale.toFixed(4)})`
    : `translate(${at(x)} ${at(y)}) scale(${scale.toFixed(4)})`;
  return svg === '' ? '' : `<g transform="${transform}">${svg}</g>`;
}

/** Where in the picture something of the place is seen, as shares of the height. */
export const seenAt = (y: number, { scale, panY }: Pick<Camera, 'scale' | 'panY'>): number => y * scale - (scale - 1) * panY;

/** Turned so far that the ground, and water before it, are in view. */
export function turnedTo({ far, water, hasLand, floats }: Ground, camera: Camera): Camera {
  if (floats || camera.scale <= 1) return camera;
  const panFor = (y: number, seen: number) => (y * camera.scale - seen) / (camera.scale - 1);
  const highest = water === null ? 1 : panFor(water.near, HIGHEST_WATER);
  return { ...camera, panY: Math.min(Math.max(camera.panY, panFor(far, hasLand ? LOWEST_GROUND : LOWEST_SEA)), highest) };
}

const LOWEST_GROUND = 0.9;
/** Islands and boats need some room. */
const LOWEST_SEA = 0.81;
const HIGHEST_WATER = 0.5;

/** The ground in view: subjects stand on it where it is seen. */
export function groundInView(ground: Ground, camera: Camera, size: Size): Ground {
  const range = ({ far, near }: { far: number; near: number }) => {
    const nearest = Math.min(0.95, seenAt(near, camera));
    return { far: Math.min(nearest - 0.04, Math.max(0.25, seenAt(far, camera))), near: nearest };
  };
  return {
    ...ground,
    back: framed(ground.back, camera, size),
    front: framed(ground.front, camera, size),
    // Nothing stands in space.
    ...(ground.floats ? {} : range(ground)),
    water: ground.water && range(ground.water),
  };
}

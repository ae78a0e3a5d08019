// The photos of the demo's events: drawn, then taken in as any photo is, through the storage and the deriving process.
import { createHash } from 'node:crypto';
import { photoLikes, photos } from '#server/db/schema/photos.ts';
import type { Deps } from '#server/deps.ts';
import { derivativesOf } from '#server/media/derivatives.ts';
import { listExistingPhotos } from '#server/seed/seed-repository.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { createSeededRandom } from './draw-parts.ts';
import { dance, fireworks, harbour, portrait, stage, table, type DrawScene } from './draw-scenes.ts';
import { drawPhoto } from './draw.ts';
import { demoDevice, demoEvents, demoPhoto, demoRegattaPhoto, demoStudioPhoto, demoWeddingPhoto } from './ids.ts';
import { demoGuests, demoPeople } from './people.ts';

/** One photo as it is to be. */
interface Plan {
  id: string;
  eventId: string;
  scene: DrawScene;
  seed: number;
  width: number;
  height: number;
  takenAt: Date;
  uploadedAt: Date;
  /** In minutes. */
  tzOffset: number;
  uploaderId: string;
  isPending: boolean;
  moderatedBy: string | null;
  likers: readonly string[];
}

/** As the night went: the harbour at dusk, dinner, the band, the dance floor, fireworks. */
const night: readonly DrawScene[] = [
  [harbour, harbour, portrait, harbour, table, table, portrait, table, portrait, harbour, table, portrait],
  [stage, stage, portrait, stage, dance, stage, portrait, dance, stage, dance, portrait, stage],
  [dance, harbour, fireworks, fireworks, portrait, fireworks, fireworks, dance, harbour, portrait, fireworks, harbour],
].flat();
const firstTakenAt = Date.parse('2026-11-20T18:04:00Z');
const lastTakenAt = Date.parse('2026-11-20T23:47:00Z');
const { owner, member, user } = demoPeople;
const authors = [member.id, member.id, owner.id, user.id] as const;
const likers = [owner.id, member.id, user.id] as const;
/** The one of the night that waits for approval. */
const pendingNumber = 23;

/** A shorter event, whose photos are small so that the start stays short. */
interface Series {
  eventId: string;
  photoId: (number: number) => string;
  firstSeed: number;
  scenes: readonly DrawScene[];
  firstTakenAt: number;
  stepMs: number;
  tzOffset: number;
  authors: readonly string[];
  /** If the event asks for approval: the first so many were approved, the others wait. */
  approved?: number;
}

const guests = Object.values(demoGuests).map(({ id }) => id);
const MINUTE_MS = 60_000;
const seriesSize = [480, 720] as const;
const series: readonly Series[] = [
  {
    eventId: demoEvents.active,
    photoId: demoStudioPhoto,
    firstSeed: 200,
    scenes: [
      [portrait, table, portrait, stage, portrait],
      [portrait, dance, portrait, table, portrait],
      [stage, portrait, portrait, dance, portrait],
    ].flat(),
    firstTakenAt: Date.parse('2026-11-20T16:11:00Z'),
    stepMs: 7 * MINUTE_MS,
    tzOffset: 60,
    authors: guests,
    approved: 3,
  },
  {
    eventId: demoEvents.ended,
    photoId: demoWeddingPhoto,
    firstSeed: 300,
    scenes: [harbour, portrait, table, portrait, dance],
    firstTakenAt: Date.parse('2026-10-10T16:35:00Z'),
    stepMs: 70 * MINUTE_MS,
    tzOffset: 120,
    authors: [member.id, ...guests],
  },
  {
    eventId: demoEvents.archived,
    photoId: demoRegattaPhoto,
    firstSeed: 400,
    scenes: [harbour, portrait, stage, harbour],
    firstTakenAt: Date.parse('2026-06-19T19:20:00Z'),
    stepMs: 35 * MINUTE_MS,
    tzOffset: 120,
    authors: [member.id, ...guests],
  },
];

/** What each photographer has in the bag; the guests take theirs with the app. */
const cameras = new Map<string, { make: string; model: string }>([
  [member.id, { make: 'Canon', model: 'Canon EOS R6 Mark II' }],
  [owner.id, { make: 'FUJIFILM', model: 'X-T5' }],
  [demoGuests.tom.id, { make: 'Apple', model: 'iPhone 15 Pro' }],
]);
/** Photos drawn at once. */
const CONCURRENCY = 2;

/** Of both events. */
export const plans = [
  ...night.map(planOfNight),
  ...series.flatMap((event) => event.scenes.map((scene, index) => planOfSeries(event, scene, index))),
];

/** The events with photos, and how many each has. */
export const demoPhotoCounts: Record<string, number> = {
  [demoEvents.live]: night.length,
  ...Object.fromEntries(series.map(({ eventId, scenes }) => [eventId, scenes.length])),
};

/**
 * Creates missing photos, so an interrupted seed continues.
 * @param shiftOf how much later the photos of an event were taken than written here, in milliseconds
 */
export async function seedPhotos(deps: Deps, shiftOf: (eventId: string) => number): Promise<void> {
  const ids = plans.map((plan) => plan.id);
  const existing = await listExistingPhotos(deps.db, ids);
  const missing = plans.filter((plan) => !existing.has(plan.id));
  const later = ({ eventId }: Plan, date: Date) => new Date(date.getTime() + shiftOf(eventId));
  const lane = async () => {
    for (let plan = missing.shift(); plan !== undefined; plan = missing.shift())
      await seedPhoto(deps, { ...plan, takenAt: later(plan, plan.takenAt), uploadedAt: later(plan, plan.uploadedAt) });
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
}

function planOfNight(scene: DrawScene, index: number): Plan {
  const number = index + 1;
  const chance = createSeededRandom(number * 977);
  const step = (lastTakenAt - firstTakenAt) / (night.length - 1);
  const takenAt = new Date(Math.round(firstTakenAt + step * index + chance.between(-0.3, 0.3) * step));
  const isUpright = scene === portrait || chance.chance(0.25);
  const [width, height] = isUpright ? [720, 1080] : [1080, 720];
  const isPending = number === pendingNumber;
  return {
    id: demoPhoto(number),
    eventId: demoEvents.live,
    scene,
    seed: number,
    width,
    height,
    takenAt,
    uploadedAt: arrivalOf(takenAt, number),
    tzOffset: 60,
    isPending,
    moderatedBy: null,
    likers: isPending ? [] : likers.filter(() => chance.chance(0.3)),
    uploaderId: isPending ? user.id : chance.pick(authors),
  };
}

function planOfSeries(event: Series, scene: DrawScene, index: number): Plan {
  const [width, height] = scene === portrait ? seriesSize : (seriesSize.toReversed() as [number, number]);
  const { approved } = event;
  const takenAt = new Date(event.firstTakenAt + index * event.stepMs);
  return {
    id: event.photoId(index + 1),
    eventId: event.eventId,
    scene,
    seed: event.firstSeed + index,
    width,
    height,
    takenAt,
    uploadedAt: arrivalOf(takenAt, event.firstSeed + index),
    tzOffset: event.tzOffset,
    isPending: approved !== undefined && index >= approved,
    moderatedBy: approved !== undefined && index < approved ? member.id : null,
    likers: [],
    uploaderId: createSeededRandom(index * 31 + 5).pick(event.authors),
  };
}

/** Most photos arrive within seconds, those from a corner without a signal once it is back. */
function arrivalOf(takenAt: Date, seed: number): Date {
  const random = createSeededRandom(seed * 613);
  const seconds = random.chance(0.1) ? random.between(30, 110) : random.between(1.5, 8);
  return new Date(takenAt.getTime() + Math.round(seconds * 1000));
}

async function seedPhoto(deps: Deps, plan: Plan): Promise<void> {
  const { id, takenAt, uploadedAt } = plan;
  const camera = cameras.get(plan.uploaderId);
  const bytes = await drawPhoto({ ...plan, camera });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const photo = { id, sha256, contentType: 'image/jpeg', orientation: 0 } as const;
  await deps.storage.put(storageKeys.original(photo), bytes);
  const derived = await derivativesOf(deps).derive(photo);
  await deps.db.transaction(async (tx) => {
    const added = await tx
      .insert(photos)
      .values({
        ...photo,
        ...derived,
        eventId: plan.eventId,
        uploaderId: plan.uploaderId,
        status: plan.isPending ? 'pending' : 'approved',
        moderatedBy: plan.moderatedBy,
        moderatedAt: plan.moderatedBy === null ? null : new Date(takenAt.getTime() + 120_000),
        takenAt,
        uploadedAt,
        tzOffset: plan.tzOffset,
        bytes: bytes.length,
        likes: plan.likers.length,
        deviceId: demoDevice,
        deviceSeq: plan.seed,
        source: camera ? 'import' : 'camera',
      })
      .onConflictDoNothing()
      .returning({ id: photos.id });
    const rows = plan.likers.map((userId) => ({ photoId: id, userId, createdAt: takenAt }));
    if (added.length > 0 && rows.length > 0) await tx.insert(photoLikes).values(rows);
  });
}

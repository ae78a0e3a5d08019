// The photos of the demo's live event: drawn, then taken in as any photo is, through the storage and the deriving process.
import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { photoLikes, photos } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { derivativesOf } from '#server/photos/derivatives.ts';
import { storageKeys } from '#server/storage/storage.ts';
import { createChance } from './draw-parts.ts';
import { drawPhoto } from './draw.ts';
import { dance, fireworks, harbour, portrait, stage, table, type Scene } from './draw-scenes.ts';
import { demoDevice, demoEvents, demoPhoto } from './ids.ts';
import { demoPeople } from './people.ts';

/** As the night went: the harbour at dusk, dinner, the band, the dance floor, fireworks. */
const night: readonly Scene[] = [
  [harbour, harbour, portrait, harbour, table, table, portrait, table, portrait, harbour, table, portrait],
  [stage, stage, portrait, stage, dance, stage, portrait, dance, stage, dance, portrait, stage],
  [dance, harbour, fireworks, fireworks, portrait, fireworks, fireworks, dance, harbour, portrait, fireworks, harbour],
].flat();
const firstTakenAt = Date.parse('2026-11-20T18:04:00Z');
const lastTakenAt = Date.parse('2026-11-20T23:47:00Z');
const { owner, member, user } = demoPeople;
const authors = [member.id, member.id, owner.id, user.id] as const;
const guests = [owner.id, member.id, user.id] as const;
/** The one that waits for approval. */
const pendingNumber = 23;
/** Photos drawn at once. */
const LANES = 2;

export const demoPhotoCount = night.length;

/** Makes those that are missing: a seed that was cut goes on where it stopped. */
export async function seedPhotos(deps: Deps): Promise<void> {
  const numbers = night.map((_scene, index) => index + 1);
  const there = await deps.db
    .select({ id: photos.id })
    .from(photos)
    .where(inArray(photos.id, numbers.map(demoPhoto)));
  const missing = numbers.filter((number) => !there.some((photo) => photo.id === demoPhoto(number)));
  const lane = async () => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) await seedPhoto(deps, number);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function seedPhoto(deps: Deps, number: number): Promise<void> {
  const scene = night[number - 1];
  if (!scene) throw new Error(`the night has no photo ${number}`);
  const chance = createChance(number * 977);
  const step = (lastTakenAt - firstTakenAt) / (night.length - 1);
  const takenAt = new Date(Math.round(firstTakenAt + step * (number - 1) + chance.between(-0.3, 0.3) * step));
  const isUpright = scene === portrait || chance.is(0.25);
  const [width, height] = isUpright ? [720, 1080] : [1080, 720];
  const bytes = await drawPhoto({ scene, seed: number, width, height, takenAt });

  const id = demoPhoto(number);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const photo = { id, sha256, contentType: 'image/jpeg', orientation: 0 } as const;
  await deps.storage.put(storageKeys.original(photo), bytes);
  const derived = await derivativesOf(deps).derive(photo);
  const isPending = number === pendingNumber;
  const likers = isPending ? [] : guests.filter(() => chance.is(0.3));
  await deps.db.transaction(async (tx) => {
    const added = await tx
      .insert(photos)
      .values({
        ...photo,
        ...derived,
        eventId: demoEvents.live,
        uploaderId: isPending ? user.id : chance.pick(authors),
        status: isPending ? 'pending' : 'approved',
        takenAt,
        uploadedAt: new Date(takenAt.getTime() + 40_000),
        tzOffset: 60,
        bytes: bytes.length,
        likes: likers.length,
        deviceId: demoDevice,
        deviceSeq: number,
        source: 'camera',
      })
      .onConflictDoNothing()
      .returning({ id: photos.id });
    const rows = likers.map((userId) => ({ photoId: id, userId, createdAt: takenAt }));
    if (added.length > 0 && rows.length > 0) await tx.insert(photoLikes).values(rows);
  });
}

// The demo's events: one in each status, all but the draft with photos.
import { eventCounters, eventParticipants, events } from '#server/db/schema/events.ts';
import type { Deps } from '#server/deps.ts';
import { normalizeJoinCode } from '#server/events/invitations-repository.ts';
import { writeEventCounters } from '#server/seed/seed-repository.ts';
import { demoEvents, demoJoinCode, demoPhoto, demoRegattaPhoto, demoWeddingPhoto } from './ids.ts';
import { demoGuests, demoOrganizations, demoPeople } from './people.ts';

/** The clock that the demo's photos were taken by (photos.ts). */
const DEMO_ZONE = 'Europe/Berlin';

const demo: readonly Omit<typeof events.$inferInsert, 'organizationId' | 'createdAt' | 'updatedAt'>[] = [
  {
    id: demoEvents.live,
    name: 'Harbour Lights',
    description: 'One night at the docks: boats, bands and fireworks.',
    type: 'private',
    status: 'live',
    startsAt: new Date('2026-11-20T18:00:00Z'),
    durationHours: 6,
    location: 'Pier 4',
    // Fireworks.
    coverPhotoId: demoPhoto(27),
    joinCode: normalizeJoinCode(demoJoinCode),
  },
  {
    id: demoEvents.active,
    name: 'Open Studio Night',
    description: 'Come in, be photographed, take your picture home.',
    type: 'public',
    status: 'active',
    startsAt: new Date('2026-11-20T16:00:00Z'),
    durationHours: 4,
    location: 'Studio 2, Mill Lane',
    joinCode: 'STUDIO26',
    requireApproval: true,
  },
  {
    id: demoEvents.draft,
    name: 'Spring Gala',
    description: 'Still being planned.',
    type: 'private',
    status: 'draft',
    startsAt: new Date('2027-03-20T19:00:00Z'),
    durationHours: 5,
    location: 'Town hall',
    joinCode: 'GALA2027',
  },
  {
    id: demoEvents.ended,
    name: 'Lindqvist Wedding',
    description: 'Elsa and Jon, at the lake.',
    type: 'private',
    status: 'ended',
    startsAt: new Date('2026-10-10T13:00:00Z'),
    durationHours: 10,
    location: 'Lake house',
    coverPhotoId: demoWeddingPhoto(2),
    joinCode: 'ELSAJON1',
    allowDownloads: false,
  },
  {
    id: demoEvents.archived,
    name: 'Summer Regatta',
    description: 'Three days of sails.',
    type: 'public',
    status: 'archived',
    startsAt: new Date('2026-06-19T08:00:00Z'),
    durationHours: 60,
    location: 'East marina',
    coverPhotoId: demoRegattaPhoto(1),
    joinCode: 'REGATTA6',
  },
];

/** When the guests began to join. */
const guestsJoinedAt = {
  [demoEvents.active]: '2026-11-20T16:02:00Z',
  [demoEvents.ended]: '2026-10-10T13:20:00Z',
  [demoEvents.archived]: '2026-06-19T08:30:00Z',
};
const participants: readonly { eventId: string; userId: string; joinedAt: Date }[] = [
  { eventId: demoEvents.live, userId: demoPeople.user.id, joinedAt: new Date('2026-11-20T18:10:00Z') },
  ...Object.entries(guestsJoinedAt).flatMap(([eventId, first]) =>
    Object.values(demoGuests).map(({ id }, index) => ({ eventId, userId: id, joinedAt: new Date(Date.parse(first) + index * 240_000) })),
  ),
];

/** When the demo's night ended, as it is written here. */
const NIGHT_END = Date.parse('2026-11-21T00:00:00Z');
const QUARTER_MS = 15 * 60_000;
const IN_PROGRESS = new Set<string>([demoEvents.live, demoEvents.active]);
/** The demo's events are still live the next day. */
const TRIED_FOR_HOURS = 72;

/** The night is on when the demo is made; for tests, whenever they run, it is that of November 20, 2026. */
const shiftOf = ({ nodeEnv }: Deps['config'], now: number): number =>
  nodeEnv === 'test' ? 0 : Math.floor((now - NIGHT_END) / QUARTER_MS) * QUARTER_MS;

/** May be cut and run again: the events with photos are counted last. */
export async function seedEvents(deps: Deps): Promise<void> {
  const nightShift = shiftOf(deps.config, Date.now());
  const shiftOfEvent = (eventId: string) => (IN_PROGRESS.has(eventId) ? nightShift : 0);
  const later = (date: Date, eventId: string) => new Date(date.getTime() + shiftOfEvent(eventId));
  const createdAt = new Date('2026-05-04T09:00:00Z');
  await deps.db.transaction(async (tx) => {
    const rows = demo.map((event) => ({
      ...event,
      ...(shiftOfEvent(event.id) !== 0 && { startsAt: later(event.startsAt, event.id), durationHours: TRIED_FOR_HOURS }),
      timeZone: DEMO_ZONE,
      organizationId: demoOrganizations.aurora.id,
      createdAt,
      updatedAt: createdAt,
    }));
    await tx.insert(events).values(rows).onConflictDoNothing();
    await tx
      .insert(eventCounters)
      .values(demo.map((event) => ({ eventId: event.id })))
      .onConflictDoNothing();
    const joined = participants.map((participant) => ({ ...participant, joinedAt: later(participant.joinedAt, participant.eventId) }));
    await tx.insert(eventParticipants).values(joined).onConflictDoNothing();
  });
  // Loaded only here: a server that has its demo needs no drawing.
  const { demoPhotoCounts, seedPhotos } = await import('./photos.ts');
  await seedPhotos(deps, shiftOfEvent);
  for (const [eventId, photosCount] of Object.entries(demoPhotoCounts)) {
    const attendeesCount = participants.filter((participant) => participant.eventId === eventId).length;
    await writeEventCounters(deps.db, { eventId, photosCount, attendeesCount });
  }
}

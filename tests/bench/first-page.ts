// The first page of a gallery of a million photos against that of a gallery of a thousand, in one database, asked for by turns.
import { demoOrganizationIds } from '#server/seed/ids.ts';
import { demoPeople } from '#server/seed/people.ts';
import { uuid7 } from '#server/uuid.ts';
import { signIn, type Person } from '#tests/support/api.ts';
import { addLiveEvent, addManyPhotos } from '#tests/support/bulk-insert.ts';
import type { TestServer } from '#tests/support/server.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import { withServer } from './server.ts';

const ROUNDS = 300;
const WARM_UP = 10;
const limit = { times: 1.5 };
/** Below this a bench of a page would measure an empty one. */
const FULL_PAGE = 50;

interface Gallery {
  eventId: string;
  people: string[];
  /** An interval of the night with more than a page of photos. */
  stretch: { from: string; to: string };
}

type Ask = (gallery: Gallery) => string;

const newest: Ask = () => 'photos';
const timeline: Ask = () => 'timeline';

/** What people ask for first, and as whom. */
const cases: readonly { what: string; as: 'participant' | 'organization'; ask: Ask }[] = [
  { what: 'participant', as: 'participant', ask: newest },
  { what: 'participant, mine', as: 'participant', ask: () => `photos?uploader=${demoPeople.user.id}` },
  { what: 'participant, of a photographer', as: 'participant', ask: ({ people }) => `photos?uploader=${people[1]}` },
  { what: 'participant, liked', as: 'participant', ask: () => 'photos?liked=true' },
  { what: 'participant, of two hours', as: 'participant', ask: ({ stretch }) => `photos?from=${stretch.from}&to=${stretch.to}` },
  { what: 'organization', as: 'organization', ask: newest },
  { what: 'organization, of a photographer', as: 'organization', ask: ({ people }) => `photos?uploader=${people[1]}` },
  { what: 'organization, waiting', as: 'organization', ask: () => 'photos?status=pending' },
];

export const firstPage: Bench = {
  name: 'first-page',
  minutes: 4,
  description: 'the first page of a gallery at 1,000,000 photos against 1,000',
  run: () =>
    withServer({}, async (server) => {
      const small = await makeGallery(server, { name: 'A thousand', count: 1000, photographers: 7 });
      const large = await makeGallery(server, { name: 'A million', count: 1_000_000, photographers: 199 });
      const flooded = await makeGallery(server, { name: 'A flood that waits', count: 1000, photographers: 7 });
      await flood(server, flooded, 100_000);
      const night = await makeGallery(server, { name: 'A night', count: 100_000, photographers: 61 });
      const readers = {
        participant: await signIn(server.url, demoPeople.user.email),
        organization: await signIn(server.url, demoPeople.owner.email),
      };
      const figures: Figure[] = [];
      for (const { what, as, ask } of cases) {
        figures.push({ ...(await compare(`p95, ${what}`, readers[as], [large, ask], [small, ask], ROUNDS)), limit });
      }
      const behind = 'p95, participant, 100,000 newer ones wait';
      figures.push({ ...(await compare(behind, readers.participant, [flooded, newest], [small, newest], ROUNDS)), limit });
      for (const [photos, gallery] of [
        ['100,000', night],
        ['1,000,000', large],
      ] as const) {
        const what = `p95, timeline of ${photos} after a change`;
        figures.push(
          await compare(what, readers.participant, [gallery, timeline], [small, timeline], 30, (eventId) => pretendChange(server, eventId)),
        );
      }
      return figures;
    }),
};

/** Both asked for by turns, so that what else the machine does meets both alike. `before` each request something may be done to the event. */
async function compare(
  what: string,
  reader: Person,
  large: [Gallery, Ask],
  small: [Gallery, Ask],
  rounds: number,
  before: (eventId: string) => Promise<void> = async () => {},
): Promise<Figure> {
  const sides = [
    { side: large, times: [] as number[] },
    { side: small, times: [] as number[] },
  ];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const { side, times } of round % 2 === 0 ? sides : sides.toReversed()) {
      const [gallery, ask] = side;
      await before(gallery.eventId);
      const took = await timed(reader, gallery.eventId, ask(gallery));
      if (round >= 0) times.push(took);
    }
  }
  const [measured, peer] = sides.map(({ times }) => spreadOf(times));
  return { what, value: measured!.p95, unit: 'ms', peer: { what: 'at 1,000', value: peer!.p95 }, spread: measured };
}

async function timed(reader: Person, eventId: string, asked: string): Promise<number> {
  const started = performance.now();
  const answer = await reader.call<{ items?: unknown[] }>('GET', `/api/v1/event/${eventId}/${asked}`);
  const took = performance.now() - started;
  if (answer.status !== 200) throw new Error(`${asked}: ${answer.status} ${JSON.stringify(answer.body)}`);
  const { items } = answer.body;
  if (items && items.length < FULL_PAGE) throw new Error(`${asked}: a page of ${items.length} photos only`);
  return took;
}

/** Photographers in a number that shares no divisor with those of statuses, so that everybody has photos of every status. */
async function makeGallery(server: TestServer, made: { name: string; count: number; photographers: number }): Promise<Gallery> {
  const people = [demoPeople.user.id, ...(await addPhotographers(server, made.photographers - 1))];
  const eventId = uuid7();
  const organizationId = demoOrganizationIds.aurora;
  await addLiveEvent(server, { id: eventId, organizationId, name: made.name, requireApproval: true, participantIds: people });
  const [from, to] = [new Date('2026-11-20T16:00:00Z'), new Date('2026-11-21T04:00:00Z')];
  await addManyPhotos(server, { eventId, count: made.count, uploaderIds: people, from, to, pendingOneIn: 10, rejectedOneIn: 100 });
  // The reader's likes, spread over the night.
  await server.sql(
    `insert into photo_likes (photo_id, user_id)
     select id, $2 from (select id, row_number() over (order by taken_at) as place from photos where event_id = $1 and status = 'approved') as photo
     where place % ($3::int / 100) = 0`,
    [eventId, demoPeople.user.id, made.count],
  );
  await server.sql('vacuum analyze photo_likes');
  return { eventId, people, stretch: { from: '2026-11-20T20:00:00.000Z', to: '2026-11-20T22:00:00.000Z' } };
}

/** Pending photos that are later than the visible ones, so the guest's page is behind them. */
async function flood(server: TestServer, { eventId, people }: Gallery, count: number): Promise<void> {
  const [from, to] = [new Date('2026-11-21T05:00:00Z'), new Date('2026-11-21T09:00:00Z')];
  await addManyPhotos(server, { eventId, count, uploaderIds: people.slice(1), from, to, pendingOneIn: 1 });
}

/** Invalidates the cached counts. */
async function pretendChange(server: TestServer, eventId: string): Promise<void> {
  await server.sql('update event_counters set change_seq = change_seq + 1 where event_id = $1', [eventId]);
}

async function addPhotographers(server: TestServer, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuid7());
  await server.sql(
    `insert into users (id, email, password_hash, first_name, last_name) select id, id || '@example.test', '', 'Photographer', left(id::text, 13) from unnest($1::uuid[]) as id`,
    [ids],
  );
  return ids;
}

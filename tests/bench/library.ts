// The first page of a shelf of a million photos against that of a shelf of a thousand, in one database, asked for by turns. Both lie in as many
// events, taken by as many people: what grows is the photos.
import { uuid7 } from '#server/uuid.ts';
import { registerPerson, signIn, type Person } from '#tests/support/api.ts';
import { fillTable } from '#tests/support/bulk-insert.ts';
import type { TestServer } from '#tests/support/server.ts';
import { spreadOf, type Bench, type Figure } from './bench.ts';
import { withServer } from './server.ts';

const ROUNDS = 150;
const WARM_UP = 10;
const limit = { times: 1.5 };
/** Below this a bench of a page would measure an empty one. */
const FULL_PAGE = 50;
const EVENTS = 100;
const PHOTOGRAPHERS = 10;
const CAMERAS = ['Canon EOS R5', 'Canon EOS R6 Mark II', 'SONY ILCE-7M4', 'NIKON Z 6_2', 'FUJIFILM X-T5'];
const LIKES = 400;
const FIRST_NIGHT = '2025-06-01T16:00:00Z';

interface LibraryFixture {
  organizationId: string;
  owner: Person;
  /** Took a part of the photos, likes some, and had images made. */
  photographer: Person;
}

/** What people ask for first, and of which shelf. */
const cases: readonly { what: string; of: 'one’s own' | 'organization'; ask: string }[] = [
  { what: 'newest', of: 'one’s own', ask: '' },
  { what: 'mine', of: 'one’s own', ask: 'mine=true' },
  { what: 'favourites', of: 'one’s own', ask: 'favourite=true&source=photos' },
  { what: 'generated', of: 'one’s own', ask: 'source=generated' },
  { what: 'search by event', of: 'one’s own', ask: 'q=Concert 7' },
  { what: 'search by camera', of: 'one’s own', ask: 'q=eos r5&source=photos' },
  { what: 'newest', of: 'organization', ask: '' },
  { what: 'of 60 days', of: 'organization', ask: 'from=2025-09-01T00:00:00Z&to=2025-10-31T00:00:00Z' },
  { what: 'search by event', of: 'organization', ask: 'q=Concert 7' },
  { what: 'search by photographer', of: 'organization', ask: 'q=photographer 3' },
  { what: 'search by camera', of: 'organization', ask: 'q=nikon' },
  { what: 'search by prompt', of: 'organization', ask: 'q=lighthouse' },
  { what: 'search by style', of: 'organization', ask: 'q=oil&source=generated' },
];

export const library: Bench = {
  name: 'library',
  minutes: 5,
  description: 'the first page of the image library at 1,000,000 photos against 1,000',
  run: () =>
    withServer({}, async (server) => {
      const small = await makeLibrary(server, 'A thousand', 1000);
      const large = await makeLibrary(server, 'A million', 1_000_000);
      const figures: Figure[] = [];
      for (const { what, of, ask } of cases) figures.push({ ...(await compare(`p95, ${of}, ${what}`, of, ask, large, small)), limit });
      return figures;
    }),
};

/** Both asked for by turns, so that what else the machine does meets both alike. */
async function compare(
  what: string,
  of: (typeof cases)[number]['of'],
  ask: string,
  large: LibraryFixture,
  small: LibraryFixture,
): Promise<Figure> {
  const sides = [
    { world: large, times: [] as number[] },
    { world: small, times: [] as number[] },
  ];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const { world, times } of round % 2 === 0 ? sides : sides.toReversed()) {
      const took =
        of === 'organization'
          ? await timed(world.owner, `organization_id=${world.organizationId}&${ask}`)
          : await timed(world.photographer, ask);
      if (round >= 0) times.push(took);
    }
  }
  const [measured, peer] = sides.map(({ times }) => spreadOf(times));
  return { what, value: measured!.p95, unit: 'ms', peer: { what: 'at 1,000', value: peer!.p95 }, spread: measured };
}

async function timed(reader: Person, asked: string): Promise<number> {
  const started = performance.now();
  const answer = await reader.call<{ items: unknown[] }>('GET', encodeURI(`/api/v1/images?${asked}`));
  const took = performance.now() - started;
  if (answer.status !== 200) throw new Error(`${asked}: ${answer.status} ${JSON.stringify(answer.body)}`);
  if (answer.body.items.length < FULL_PAGE) throw new Error(`${asked}: a page of ${answer.body.items.length} images only`);
  return took;
}

async function makeLibrary(server: TestServer, name: string, count: number): Promise<LibraryFixture> {
  const founder = await registerPerson(server.url, { organization: name });
  const organizationId = founder.user.memberships[0]!.organization_id;
  const superAdmin = await signIn(server.url, 'super@demo.test');
  const approved = await superAdmin.call('POST', `/api/v1/organizations/${organizationId}/approve`);
  if (approved.status !== 200) throw new Error(`approving ${name}: ${approved.status}`);
  const photographer = await registerPerson(server.url);
  const people = [photographer.id, ...Array.from({ length: PHOTOGRAPHERS - 1 }, () => uuid7())];
  await server.sql(
    `insert into users (id, email, password_hash, first_name, last_name)
     select id, id || '@example.test', '', 'Photographer', place::text from unnest($1::uuid[]) with ordinality as person(id, place) where place > 1`,
    [people],
  );
  const events = Array.from({ length: EVENTS }, () => uuid7());
  await server.sql(
    `insert into events (id, organization_id, name, type, status, starts_at, duration_hours, join_code)
     select id, $2, 'Concert ' || place, 'private', 'ended', $3::timestamptz + place * interval '5 days', 12, upper(right(replace(id::text, '-', ''), 12))
     from unnest($1::uuid[]) with ordinality as event(id, place)`,
    [events, organizationId, FIRST_NIGHT],
  );
  await server.sql(
    `insert into event_participants (event_id, user_id) select event, person from unnest($1::uuid[]) event, unnest($2::uuid[]) person`,
    [events, people],
  );
  await addPhotos(server, { count, events, people });
  await server.sql(
    `insert into photo_likes (photo_id, user_id)
     select id, $2 from (select id, row_number() over (order by taken_at) as place from photos where event_id = any($1)) as photo where place % ($3::int / $4::int) = 0`,
    [events, photographer.id, count, LIKES],
  );
  for (const owner of [null, organizationId]) await addImages(server, { userId: photographer.id, organizationId: owner, count: 500 });
  // What autovacuum does to tables that grew over a season.
  await server.sql('vacuum analyze photos, photo_likes, generated_images, events, event_participants, users');
  return { organizationId, owner: founder, photographer };
}

/** As many of each event, of each person and with each camera; some wait for approval, some were rejected. */
async function addPhotos(server: TestServer, made: { count: number; events: string[]; people: string[] }): Promise<void> {
  await fillTable(
    server,
    'photos',
    `insert into photos (id, event_id, uploader_id, status, state, taken_at, tz_offset, orientation, uploaded_at, width, height, bytes, sha256,
       content_type, thumbhash, likes, device_id, device_seq, source, camera)
     select gen_random_uuid(), ($2::uuid[])[1 + event], ($3::uuid[])[1 + person], case when place % 10 = 3 then 'pending' when place % 100 = 7 then 'rejected' else 'approved' end,
       'ready', taken, 60, 0, taken + interval '40 seconds', 4000, 3000, 3800000, md5(number::text) || md5(number::text), 'image/jpeg',
       '\\xd507121d0467861e7f777857888797878761789093a8'::bytea, 0, '0199aa00-0000-7000-8000-0000000000d1', number, 'camera',
       ($4::text[])[1 + (person + place / 7) % cardinality($4::text[])]
     from (
       select number, event, place, (place + event) % cardinality($3::uuid[]) as person,
         $5::timestamptz + (event + 1) * interval '5 days' + place * (interval '10 hours' * cardinality($2::uuid[]) / $1::int) as taken
       from (select number, number % cardinality($2::uuid[]) as event, number / cardinality($2::uuid[]) as place
             from generate_series(0, $1::int - 1) number) numbered) as shot`,
    [made.count, made.events, made.people, CAMERAS, FIRST_NIGHT],
  );
}

/** One request with very many images; the measured queries read only its images. */
async function addImages(
  server: TestServer,
  { userId, organizationId, count }: { userId: string; organizationId: string | null; count: number },
): Promise<void> {
  const generationId = uuid7();
  await server.sql(
    `insert into generations (id, user_id, organization_id, model_id, request, asked_hash, status, seq, credits, unit_credits, rank)
     values ($1, $2, $3, 'builtin:illustrator', '{}', '', 'succeeded', (select coalesce(max(seq), 0) + 1 from generations where user_id = $2), 0, 0, 0)`,
    [generationId, userId, organizationId],
  );
  await server.sql(
    `insert into generated_images (id, generation_id, position, user_id, organization_id, model_id, prompt, seed, width, height, bytes, content_type, hash, thumbhash, created_at)
     select gen_random_uuid(), $1, number, $2, $3, 'builtin:illustrator', (array['A lighthouse in a storm', 'A cat on the moon', 'Concert 7 as a poster'])[1 + number % 3], number,
       1024, 1024, 200000, 'image/png', md5(number::text), '\\xd507121d0467861e7f777857888797878761789093a8'::bytea,
       $4::timestamptz + number * interval '1 day'
     from generate_series(1, $5::int) number`,
    [generationId, userId, organizationId, FIRST_NIGHT, count],
  );
}

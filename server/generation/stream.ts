// What becomes of a person's generations, live: each change is a row with a greater number, so that whoever comes back misses none.
import { findPersonOfSession } from '#server/accounts/sessions-repository.ts';
import type { Deps } from '#server/deps.ts';
import {
  generationsTopic,
  lastSeq,
  listChangedSince,
  listUnfinished,
  QUEUE_TOPIC,
  type GenerationRow,
} from '#server/generation/generations-repository.ts';
import { listImagesOf } from '#server/generation/image-repository.ts';
import { presentGeneration } from '#server/generation/presenter.ts';
import { createConcurrencyLimiter } from '#server/http/concurrency-limiter.ts';
import { withoutAbilities } from '#server/http/impersonation.ts';
import { HIJACKED, type OperationsOf } from '#server/http/operation.ts';
import { openSse } from '#server/http/sse.ts';
import { followTopic } from '#server/live/follow-topic.ts';
import { personTopic } from '#server/live/person.ts';
import type { Viewer } from '#server/viewer.ts';

type Generation = ReturnType<typeof presentGeneration>;

const AT_ONCE = 50;
/** That others moved in the queue is told so often at most. */
const QUEUE_MS = 2000;

export function generationStreamCall({ config, db, hub, log }: Deps) {
  const streams = createConcurrencyLimiter(
    config.streamsPerAccount,
    'This account follows its images in too many places at once. Close some of them.',
  );

  const present = async (rows: readonly GenerationRow[], viewer: Viewer) => {
    const ids = rows.map(({ id }) => id);
    const images = await listImagesOf(db, viewer.userId, ids);
    return rows.map((row) => presentGeneration(row, images, viewer));
  };

  return {
    async streamGenerations({ viewer, query, header, reply }) {
      const leave = streams.enter(viewer.userId);
      try {
        const now = await lastSeq(db, viewer.userId);
        const asked = resumeAfter(header['last-event-id']) ?? query.after ?? null;
        // A position from the future is one of a database that was restored since.
        const isKnown = asked !== null && asked <= now;
        let position = isKnown ? asked : now;
        const first = isKnown ? [] : await present(await listUnfinished(db, viewer.userId), viewer);

        /** Of those that wait: the place that was told. */
        const places = new Map<string, number | null>();
        const send = (event: 'generation' | 'place', generation: Generation, id: number) => {
          if (generation.status === 'queued') places.set(generation.id, generation.queue_position);
          else places.delete(generation.id);
          sse.send({ id, event, data: viewer.impersonation ? withoutAbilities(generation) : generation });
        };
        const tell = (generations: typeof first) => {
          for (const generation of generations) send('generation', generation, generation.seq);
        };
        let moving: NodeJS.Timeout | undefined;
        let haveMoved = false;
        const moved = () => {
          if (places.size === 0) return;
          moving ??= setTimeout(() => {
            moving = undefined;
            haveMoved = true;
            topic.wake();
          }, QUEUE_MS);
        };
        /** They have not changed themselves, so where to resume stays as it is. */
        const tellPlaces = async () => {
          haveMoved = false;
          const waiting = (await listUnfinished(db, viewer.userId)).filter((row) => places.has(row.id) && row.seq <= position);
          const others = waiting.filter(({ id, queuePosition }) => places.get(id) !== queuePosition);
          for (const generation of await present(others, viewer)) send('place', generation, position);
        };
        const look = async () => {
          if (!(await findPersonOfSession(db, viewer.userId, viewer.sessionId))) {
            sse.close();
            return false;
          }
          const rows = await listChangedSince(db, viewer.userId, position, AT_ONCE);
          tell(await present(rows, viewer));
          position = rows.at(-1)?.seq ?? position;
          if (haveMoved) await tellPlaces();
          return rows.length === AT_ONCE;
        };
        const failed = (error: unknown) => log.warn({ err: error }, 'cannot read what became of generations yet');
        const topic = followTopic(hub, generationsTopic(viewer.userId), { poll: look, onError: failed });
        const forget = hub.subscribe(personTopic(viewer.userId), topic.wake);
        const leaveQueue = hub.subscribe(QUEUE_TOPIC, moved);
        const sse = openSse(reply, {
          onClose() {
            clearTimeout(moving);
            topic.end();
            forget();
            leaveQueue();
            leave();
          },
        });
        tell(first);
        topic.wake();
        return HIJACKED;
      } catch (error) {
        leave();
        throw error;
      }
    },
  } satisfies Partial<OperationsOf<'generation'>>;
}

const resumeAfter = (lastEventId: string | undefined): number | null =>
  lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;

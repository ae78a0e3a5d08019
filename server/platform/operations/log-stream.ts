// Tells open screens that the trail holds more. It is looked at once a second for all who follow, and not told by what writes it: telling makes
// transactions wait for one another as they end.
import type { components } from '#openapi/api.ts';
import type { Deps } from '#server/deps.ts';
import { createConcurrencyLimiter } from '#server/http/concurrency-limiter.ts';
import { HIJACKED, type OperationsOf } from '#server/http/operation.ts';
import { openSse } from '#server/http/sse.ts';
import { followTopic } from '#server/live/follow-topic.ts';
import { personTopic } from '#server/live/person.ts';
import { readAuditLogPosition } from '#server/platform/log-repository.ts';
import { requireReadsLogs } from '#server/platform/operations/authorize.ts';
import { canReadLogs } from '#server/platform/policy.ts';
import type { Viewer } from '#server/viewer.ts';

/** A viewer with the rights that they have by now; null: their session has ended. */
export type RefreshViewer = (viewer: Viewer) => Promise<Viewer | null>;

const POLL_MS = 1000;

export function logStreamCall({ config, db, hub, log }: Deps, viewerAgain: RefreshViewer) {
  const streams = createConcurrencyLimiter(
    config.streamsPerAccount,
    'This account follows the logs in too many places at once. Close some of them.',
  );
  let position: Promise<Awaited<ReturnType<typeof readAuditLogPosition>>> | null = null;

  /** One reading serves all who look within a second. */
  function readPosition() {
    position ??= readAuditLogPosition(db).finally(() => setTimeout(() => (position = null), POLL_MS / 2).unref());
    return position;
  }

  return {
    async streamLogs({ viewer, reply }) {
      requireReadsLogs(viewer);
      const leave = streams.enter(viewer.userId);
      let told: string | undefined;
      let count = 0;
      const lookAtTrail = async () => {
        const { latest, version } = await readPosition();
        if (version === told) return;
        told = version;
        sse.send({ id: (count += 1), event: 'news', data: { latest } satisfies components['schemas']['LogNews'] });
      };
      const look = async () => {
        const now = await viewerAgain(viewer);
        if (!now || !canReadLogs(now)) sse.close();
        else await lookAtTrail();
        return false;
      };
      const failed = (error: unknown) => log.warn({ err: error }, 'cannot look for new entries of the audit trail yet');
      // Rights by the topic, and every half a minute; entries in between as well.
      const topic = followTopic(hub, personTopic(viewer.userId), { poll: look, onError: failed });
      const timer = setInterval(() => void lookAtTrail().catch(failed), POLL_MS);
      const sse = openSse(reply, {
        onClose() {
          clearInterval(timer);
          topic.end();
          leave();
        },
      });
      topic.wake();
      return HIJACKED;
    },
  } satisfies Partial<OperationsOf<'platform'>>;
}

import type { FastifyReply } from 'fastify';

/** A signal that aborts with `reason` when the client closes its connection before it was answered. */
export function clientGone({ raw }: FastifyReply, reason: Error): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort(reason);
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(reason);
  });
  return gone.signal;
}

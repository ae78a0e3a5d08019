// What became of delivered photos, by the server's own answer.
import { api } from '#src/transport/client.ts';
import { NetworkError, unwrap } from '#src/transport/problem.ts';

/** The server's limit for one request. */
const BATCH_SIZE = 500;

export interface DeliveredCheck {
  /** By the id of each photo that the server no longer has: the id of another one with the same bytes, or null. */
  missing: ReadonlyMap<string, string | null>;
  /** Ids of photos whose files cannot be decoded. */
  damaged: ReadonlySet<string>;
  /** Ids of photos that the server has not looked at yet. */
  processing: ReadonlySet<string>;
  /** How many photos of this account have arrived at the event, deleted ones included. */
  delivered: number;
}

/**
 * @param photos without a hash, another photo with the same bytes is not looked for
 * @throws ApiError, NetworkError: then nothing is known
 */
export async function checkDelivered(
  { account, eventId }: { account: string; eventId: string },
  photos: readonly { id: string; sha256?: string }[],
): Promise<DeliveredCheck> {
  const missing = new Map<string, string | null>();
  const damaged = new Set<string>();
  const processing = new Set<string>();
  let delivered = 0;
  for (let at = 0; at === 0 || at < photos.length; at += BATCH_SIZE) {
    const asked = photos.slice(at, at + BATCH_SIZE).map(({ id, sha256 }) => ({ id, sha256 }));
    const answer = unwrap(
      await api.POST('/api/v1/event/{id}/photos/check', {
        params: { path: { id: eventId }, header: { 'X-Account': account } },
        body: { photos: asked },
      }),
    );
    const ids = new Set(asked.map(({ id }) => id));
    // Whatever else says 200 in the server's place does not say this.
    const isOurs = Array.isArray(answer?.missing) && Array.isArray(answer.damaged) && Array.isArray(answer.processing);
    if (!isOurs || !Number.isInteger(answer.delivered) || !answer.missing.every(({ id }) => ids.has(id))) throw new NetworkError('portal');
    for (const { id, instead } of answer.missing) missing.set(id, instead);
    for (const id of answer.damaged) damaged.add(id);
    for (const id of answer.processing) processing.add(id);
    delivered = answer.delivered;
  }
  return { missing, damaged, processing, delivered };
}

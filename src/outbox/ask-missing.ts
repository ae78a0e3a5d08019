// Which delivered photos the server no longer has, by its own answer.
import { api } from '#src/transport/client.ts';
import { NetworkError, unwrap } from '#src/transport/problem.ts';

/** The server's limit for one request. */
const AT_ONCE = 500;

export interface Missing {
  /** By the id of each missing photo: the id of another one with the same bytes, or null. */
  missing: ReadonlyMap<string, string | null>;
  /** How many photos of this account have arrived at the event, deleted ones included. */
  delivered: number;
}

/**
 * @param photos without a hash, another photo with the same bytes is not looked for
 * @throws ApiError, NetworkError: then nothing is known
 */
export async function askMissing(
  { account, eventId }: { account: string; eventId: string },
  photos: readonly { id: string; sha256?: string }[],
): Promise<Missing> {
  const missing = new Map<string, string | null>();
  let delivered = 0;
  for (let at = 0; at === 0 || at < photos.length; at += AT_ONCE) {
    const asked = photos.slice(at, at + AT_ONCE).map(({ id, sha256 }) => ({ id, sha256 }));
    const answer = unwrap(
      await api.POST('/api/v1/event/{id}/photos/missing', {
        params: { path: { id: eventId }, header: { 'X-Account': account } },
        body: { photos: asked },
      }),
    );
    const ids = new Set(asked.map(({ id }) => id));
    // Whatever else says 200 in the server's place does not say this.
    if (!Array.isArray(answer?.missing) || !Number.isInteger(answer.delivered) || !answer.missing.every(({ id }) => ids.has(id)))
      throw new NetworkError('portal');
    for (const { id, instead } of answer.missing) missing.set(id, instead);
    delivered = answer.delivered;
  }
  return { missing, delivered };
}

// What providers are reached by: one exchange each, and pictures where they link to.
import { createHttpClient, type OutboundRequest, type OutboundResponse } from '#server/http/http-client.ts';
import type { ResolveAll } from '#server/http/public-address.ts';
import { checkLink, type LinkRule } from './address-guard.ts';

export interface Transport {
  exchange(exchange: OutboundRequest): Promise<OutboundResponse>;
  /** Fetches a picture that a provider links to. @throws AddressBlocked before anything is sent */
  download(link: string, rule: LinkRule, options: { signal: AbortSignal; limit: number; timeoutMs: number }): Promise<OutboundResponse>;
}

/** @param resolve looks names up for guarded exchanges; tests hand in their own */
export function createTransport({ resolve }: { resolve?: ResolveAll } = {}): Transport {
  const exchange = createHttpClient(resolve);
  return {
    exchange,
    async download(link, rule, options) {
      const { url, own } = checkLink(link, rule);
      return exchange({ ...options, url, guarded: !own });
    },
  };
}

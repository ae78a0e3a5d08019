// What providers are reached by: one exchange each, and pictures where they link to.
import { createExchange, type Exchange, type ExchangeAnswer } from '#server/http/exchange.ts';
import type { ResolveAll } from '#server/http/public-address.ts';
import { judgeLink, type LinkRule } from './address-guard.ts';

export interface Transport {
  exchange(exchange: Exchange): Promise<ExchangeAnswer>;
  /** Fetches a picture that a provider links to. @throws LinkRefused before anything is sent */
  download(link: string, rule: LinkRule, options: { signal: AbortSignal; limit: number; timeoutMs: number }): Promise<ExchangeAnswer>;
}

/** @param resolve looks names up for guarded exchanges; tests hand in their own */
export function createTransport({ resolve }: { resolve?: ResolveAll } = {}): Transport {
  const exchange = createExchange(resolve);
  return {
    exchange,
    async download(link, rule, options) {
      const { url, own } = judgeLink(link, rule);
      return exchange({ ...options, url, guarded: !own });
    },
  };
}

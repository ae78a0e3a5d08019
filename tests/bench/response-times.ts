// How long lists and views take to answer.
import type { Person } from '#tests/support/api.ts';
import { spreadOf, type Figure } from './bench.ts';

const ROUNDS = 40;
const WARM_UP = 3;

interface Asked {
  what: string;
  /** The URL, or one per round, since a repeated request is answered faster. */
  ask: string | ((round: number) => string);
  limit: NonNullable<Figure['limit']>;
  /** True where nothing is to be found. */
  isEmpty?: boolean;
}

/** Someone who asks a small installation the same, by turns. */
interface Peer {
  what: string;
  reader: Person;
}

/**
 * A case with wrong answers is reported and counts as a violation; the other cases, which took long to prepare, are still measured.
 * @param peer for cases whose limit is relative
 */
export async function measureResponses(reader: Person, cases: readonly Asked[], peer?: Peer): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const asked of cases) figures.push(await measure(reader, asked, 'times' in asked.limit ? peer : undefined));
  return figures;
}

const wrong = (what: string, why: string, limit: Asked['limit']): Figure => {
  console.error(`${what}: ${why}`);
  return { what: `wrong answers, ${what}`, value: Infinity, unit: 'ms', limit: 'times' in limit ? { most: 0 } : limit };
};

async function measure(reader: Person, { what, ask, limit, isEmpty = false }: Asked, peer?: Peer): Promise<Figure> {
  const sides = [reader, ...(peer ? [peer.reader] : [])].map((asking) => ({ asking, times: [] as number[] }));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const address = encodeURI(typeof ask === 'string' ? ask : ask(round + WARM_UP));
    for (const { asking, times } of round % 2 === 0 ? sides : sides.toReversed()) {
      const started = performance.now();
      const answer = await asking.call<{ items: unknown[] }>('GET', address);
      const took = performance.now() - started;
      if (answer.status !== 200 || (answer.body.items.length === 0) !== isEmpty) {
        return wrong(what, `${address}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`, limit);
      }
      if (round >= 0) times.push(took);
    }
  }
  const [spread, small] = sides.map(({ times }) => spreadOf(times));
  return {
    what: `p95, ${what}`,
    value: spread!.p95,
    unit: 'ms',
    limit,
    spread: spread!,
    ...(peer && small && { peer: { what: peer.what, value: small.p95 } }),
  };
}

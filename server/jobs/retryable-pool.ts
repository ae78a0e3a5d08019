// graphile-worker tells the database that a job is done or failed without waiting for the answer: an error there is a rejection that nobody
// handles, which ends the process. It tries again by itself, but only after errors of a few codes. So every error that says that the
// database is away gets one of them.
import type pg from 'pg';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';

/** PostgreSQL's "cannot connect now": graphile-worker tries again after 3 s, then ever more seldom. */
const TRY_AGAIN = '57P03';

/** The pool as graphile-worker is to see it. */
export function retryable(pool: pg.Pool): pg.Pool {
  const seen = Object.create(pool) as pg.Pool;
  const connect = async (): Promise<pg.PoolClient> => {
    try {
      return lend(await pool.connect());
    } catch (error) {
      throw await tryAgain(error, pool);
    }
  };
  // With a callback it is asked for by what listens for new jobs, which tries again by itself.
  seen.connect = ((callback?: Parameters<pg.Pool['connect']>[0]) => (callback ? pool.connect(callback) : connect())) as pg.Pool['connect'];

  function lend(client: pg.PoolClient): pg.PoolClient {
    const lent = Object.create(client) as pg.PoolClient;
    let broken: Error | undefined;
    lent.query = (async (query: pg.QueryConfig, values?: unknown[]) => {
      try {
        return await client.query(query, values);
      } catch (error) {
        const told = await tryAgain(error, pool);
        if (told !== error || isDatabaseUnavailable(error)) broken = told;
        throw told;
      }
    }) as pg.PoolClient['query'];
    lent.release = () => client.release(broken);
    return lent;
  }
  return seen;
}

async function tryAgain(error: unknown, pool: pg.Pool): Promise<Error> {
  if (!(error instanceof Error)) return new Error(String(error));
  if (!isDatabaseUnavailable(error)) return error;
  // The server stops; what was not told is found out by the next start, which takes the job back.
  if (pool.ending) return new Promise(() => undefined);
  return Object.assign(new Error(error.message, { cause: error }), { code: TRY_AGAIN });
}

// Something asked for in the midst of somebody else's change: what waits is told by the database, not by the clock.
import { setTimeout as pause } from 'node:timers/promises';
import type { Tx } from '#server/db/types.ts';
import type { TestDeps } from '#tests/support/database.ts';

/** Whether any statement in this database waits for a lock. */
export async function isWaitingForLock({ pool }: Pick<TestDeps, 'pool'>): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Makes a change, asks while it has not been committed, and commits it once the answer is there or waits for it.
 * @returns the answer, or what it failed with
 */
export async function duringTransaction<T>(deps: TestDeps, change: (tx: Tx) => Promise<unknown>, ask: () => Promise<T>): Promise<T> {
  const asked = await deps.db.transaction(async (tx) => {
    await change(tx);
    const answer = ask();
    // What it failed with is told below.
    const isSettled = answer.then(
      () => true,
      () => true,
    );
    const goesOn = async () => !(await Promise.race([isSettled, Promise.resolve(false)])) && !(await isWaitingForLock(deps));
    while (await goesOn()) await pause(10);
    return { answer };
  });
  return asked.answer;
}

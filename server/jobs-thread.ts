// Starts and stops the thread that does the jobs (jobs-worker.ts). On the thread of requests they would wait for hundreds of people who look.
import { once } from 'node:events';
import { startThread } from '#server/child.ts';
import type { DatabaseAddress } from '#server/db/pool.ts';

export interface JobsThread {
  /** Waits for the jobs that run; those that do not end in time start again elsewhere. */
  stop(): Promise<void>;
}

/**
 * Resolves once jobs are done.
 * @param onDefect is told when the thread ended unasked
 */
export async function startJobsThread(database: DatabaseAddress, onDefect: (reason: Error) => void): Promise<JobsThread> {
  const thread = startThread('jobs-worker', 'server/jobs-worker.ts', database);
  let isStopping = false;
  const exited = once(thread, 'exit').then(([code]) => {
    if (!isStopping) throw new Error(`the thread of jobs ended with exit code ${code}`);
  });
  await Promise.race([once(thread, 'message'), exited]);
  thread.on('error', onDefect);
  exited.catch(onDefect);
  return {
    async stop() {
      isStopping = true;
      thread.postMessage('stop');
      await exited;
    },
  };
}

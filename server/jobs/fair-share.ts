// Fair share: a user with many jobs does not make others wait. The last free worker of this process is reserved for users without a running job.
// graphile-worker requests the forbidden flags before each job.
import type { Job, WorkerPool } from 'graphile-worker';

export class FairShare {
  private readonly workers: number;
  private readonly inWork = new Map<string, readonly string[]>();
  /** Workers ask one after the other: two at once would both find the place free that only one may have. */
  private asking: { done: Promise<void>; end: () => void } | null = null;
  /** True when a worker went idle although jobs may wait that it had to leave out. */
  private heldBack = false;

  constructor(workers: number) {
    this.workers = workers;
  }

  /** The flags that the requesting worker must skip. The request ends with `begin` or `none`. */
  async forbiddenFlags(): Promise<string[]> {
    while (this.asking) await this.asking.done;
    let end: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (end = resolve));
    this.asking = { done, end };
    if (this.workers - this.inWork.size > 1) return [];
    return [...new Set([...this.inWork.values()].flat())];
  }

  begin(job: Pick<Job, 'id' | 'flags'>, workerPool: Pick<WorkerPool, 'nudge'>): void {
    this.inWork.set(job.id, Object.keys(job.flags ?? {}));
    this.endAsking();
    if (!this.heldBack) return;
    // Skipped jobs may be allowed now, since the owner's only running job may have ended.
    this.heldBack = false;
    workerPool.nudge(1);
  }

  /** The worker that asked goes without a job. */
  none(): void {
    this.heldBack = this.inWork.size > 0;
    this.endAsking();
  }

  end(job: Pick<Job, 'id'>): void {
    this.inWork.delete(job.id);
  }

  private endAsking(): void {
    const { asking } = this;
    this.asking = null;
    asking?.end();
  }
}

import type { Deps } from '#server/deps.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import { deleteClosedTickets } from '#server/support/tickets-repository.ts';

const KEPT_MS = 730 * 24 * 3600 * 1000;

export function supportJobs({ db }: Pick<Deps, 'db'>): JobHandlers<'sweep-tickets'> {
  return { 'sweep-tickets': () => deleteClosedTickets(db, new Date(Date.now() - KEPT_MS)) };
}

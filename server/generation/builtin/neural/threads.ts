import { availableParallelism } from 'node:os';

/** More serve the small networks little. The processes that run them give way to everything else. */
const MOST_THREADS = 4;

export const networkThreads = (): number => Math.min(MOST_THREADS, availableParallelism());

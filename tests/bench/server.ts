// The server that benches measure: the production build in a separate process, on a temporary copy of the demo data.
import { constants } from 'node:os';
import { lowerPriority } from '#server/child.ts';
import { childrenOf } from '#tests/support/processes.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** Answers are not checked against the contract, and requests are not logged: neither is the work that is measured. */
export async function withServer<T>(env: Record<string, string>, use: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startServer({ env: { NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env } });
  // An interrupted bench must not leave a server and its database running.
  const stop = () => void server.dispose().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    return await use(server);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    await server.dispose();
  }
}

/** For benches of the phone: in production the server runs on another machine, so here it only gets the time that the phone does not need. */
export function lowerPriorities(pid: number): void {
  lowerPriority(pid, constants.priority.PRIORITY_LOW);
  for (const child of childrenOf(pid)) lowerPriorities(child);
}

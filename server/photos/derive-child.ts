// The process that decodes what people send: it may crash, hang or eat memory without the server. Started by derive-pool.ts.
import os from 'node:os';
import { derivePicture, hardenSharp, type DeriveResult, type DeriveTask } from '#server/photos/derive-picture.ts';

export interface Ask {
  id: number;
  task: DeriveTask;
}

export type Reply = { id: number; rssBytes: number } & ({ result: DeriveResult } | { error: string });

hardenSharp();
// The server answers people first.
os.setPriority(10);
// The terminal's Ctrl-C reaches the whole group; the server says when this process is to end, by closing the channel.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));

process.on('message', (ask: Ask) => {
  const reply = (outcome: { result: DeriveResult } | { error: string }) => {
    const message: Reply = { id: ask.id, rssBytes: process.memoryUsage.rss(), ...outcome };
    process.send?.(message);
  };
  derivePicture(ask.task).then(
    (result) => reply({ result }),
    (error: unknown) => reply({ error: error instanceof Error ? error.message : String(error) }),
  );
});

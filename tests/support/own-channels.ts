// Channels of this file's page. Those of a process reach all its threads, and so the pages of the files beside this one.
import { threadId } from 'node:worker_threads';

globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${threadId} ${name}`);
  }
};

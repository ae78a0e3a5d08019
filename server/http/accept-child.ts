// Sends the listening socket back to its parent as often as requested (connections.ts). Each copy arrives as a new descriptor.
import type { SendHandle } from 'node:child_process';

process.on('message', (copies: number, socket: SendHandle) => {
  const send = () => new Promise((resolve) => void process.send?.('copy', socket, undefined, resolve));
  void Promise.all(Array.from({ length: copies }, send)).then(() => process.disconnect());
});

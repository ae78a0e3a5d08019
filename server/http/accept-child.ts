// Sends the listening socket it is given back, as often as asked (connections.ts): each arrives as a descriptor of its own.
import type { SendHandle } from 'node:child_process';

process.on('message', (copies: number, socket: SendHandle) => {
  const send = () => new Promise((resolve) => void process.send?.('copy', socket, undefined, resolve));
  void Promise.all(Array.from({ length: copies }, send)).then(() => process.disconnect());
});

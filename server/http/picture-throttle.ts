// Pictures give way: of the hundreds that a gallery asks for at once, each turn of the event loop answers a few. Everything else, and new
// connections above all (a few are accepted per turn), has its turn in between.
import type { HookHandlerDoneFunction } from 'fastify';
import { busy } from '#server/http/problem.ts';

/** About 5 ms of the thread. */
const PER_TURN = 20;
/** About a second of pictures. Further ones are rejected (503, `busy`), so that the wait of the others stays bounded. */
const MAX_WAITING = 1000;

export function createPictureThrottle(): (request: unknown, reply: unknown, done: HookHandlerDoneFunction) => void {
  const waiting: HookHandlerDoneFunction[] = [];
  let served = 0;

  function nextTurn(): void {
    const batch = waiting.splice(0, PER_TURN);
    served = batch.length;
    for (const done of batch) setImmediate(done);
    if (served > 0) setImmediate(nextTurn);
  }

  return (_request, _reply, done) => {
    if (served < PER_TURN) {
      if (served === 0) setImmediate(nextTurn);
      served += 1;
      done();
    } else if (waiting.length < MAX_WAITING) waiting.push(done);
    else done(busy());
  };
}

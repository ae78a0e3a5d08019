// Undo instead of confirmation: an optimistic patch shows the change, its call is sent at once, and "Undo" is the reverse call. Calls for one item
// run one after the other, so that the last change wins, however quickly they were pressed.
import { ApiError } from '#src/transport/problem.ts';
import { toast } from '#src/ui/toast.ts';
import { describeFailure } from './failure.ts';

export interface MutationOptions<Vars, Answer> {
  /** The changed item. Changes of one item stay in order; different items do not wait for each other. */
  item: (vars: Vars) => string;
  /** Applies an optimistic patch. Returns a function that drops it. */
  apply: (vars: Vars) => () => void;
  /** The call. Must be idempotent: it outlives the page, and its answer may be lost. */
  send: (vars: Vars) => Promise<Answer>;
  /** The reverse call, offered as "Undo". Omit it if the same control reverts the change. */
  revert?: (vars: Vars) => Promise<unknown>;
  /** The patch while the reverse call is under way; by default the optimistic patch is dropped. */
  applyRevert?: (vars: Vars) => () => void;
  /** "Photo deleted". Without it there is no toast: the screen shows the change. Null: another message confirms it and offers Undo. */
  done?: (vars: Vars, answer: Answer) => string | null;
  /** "Couldn’t delete the photo": shown when the call failed and the patch is dropped. */
  failed: string;
  /** Refetches data that the change invalidated. The item's patches are dropped when it has arrived. */
  settle?: (vars: Vars) => Promise<unknown>;
}

/** A call that takes longer shows a progress toast. */
const SLOW_MS = 400;

interface Task {
  run: () => Promise<void>;
  settle: () => Promise<unknown>;
}

/** The changes of one item. */
interface Lane {
  waiting: Task[];
  underWay: number;
  /** Drop the patches of answered calls. */
  answered: (() => void)[];
}

const lanes = new Map<string, Lane>();

function enqueue(item: string, task: Task): void {
  const lane = lanes.get(item) ?? { waiting: [], underWay: 0, answered: [] };
  lanes.set(item, lane);
  lane.waiting.push(task);
  if (lane.underWay === 0) startNext(item, lane);
}

function startNext(item: string, lane: Lane): void {
  const task = lane.waiting.shift();
  if (!task) return;
  lane.underWay += 1;
  void task.run().then(() => {
    lane.underWay -= 1;
    if (lane.waiting.length > 0) startNext(item, lane);
    else if (lane.underWay === 0) void settle(item, lane, task);
  });
}

async function settle(item: string, lane: Lane, last: Task): Promise<void> {
  const drops = lane.answered.splice(0);
  try {
    await last.settle();
  } catch (error) {
    console.warn('The changed data could not be refetched', error);
  }
  for (const drop of drops) drop();
  if (lane.underWay === 0 && lane.waiting.length === 0 && lane.answered.length === 0) lanes.delete(item);
}

/** The page is closing: queued calls are sent now, in order. */
function flush(): void {
  for (const [item, lane] of lanes) while (lane.waiting.length > 0) startNext(item, lane);
}
window.addEventListener('pagehide', flush);

/** Returns the function that changes it. */
export function optimisticMutation<Vars, Answer = unknown>(options: MutationOptions<Vars, Answer>): (vars: Vars) => void {
  return (vars) => perform(options, vars);
}

function perform<Vars, Answer>(options: MutationOptions<Vars, Answer>, vars: Vars): void {
  const { apply, send, revert, applyRevert, done, failed } = options;
  const item = options.item(vars);
  const settle = async () => options.settle?.(vars);
  const dropWhenRead = (drop: () => void) => void lanes.get(item)?.answered.push(drop);
  const drop = apply(vars);
  let state: 'waiting' | 'under-way' | 'done' | 'refused' | 'unknown' = 'waiting';
  let undone = false;
  let message: number | null = null;

  const undo = (reverse: NonNullable<typeof revert>) => {
    undone = true;
    clearTimeout(slow);
    const lane = lanes.get(item);
    if (state === 'waiting') {
      // Not sent yet: nothing to reverse.
      lane?.waiting.splice(lane.waiting.indexOf(task), 1);
      drop();
      return;
    }
    const dropRevert = applyRevert ? applyRevert(vars) : drop;
    const run = async () => {
      try {
        if (state !== 'refused') await reverse(vars);
        dropWhenRead(dropRevert);
      } catch (error) {
        dropRevert();
        toast.error('Couldn’t undo this', { detail: describeFailure(error).detail });
      }
    };
    if (!applyRevert) drop();
    enqueue(item, { run, settle });
  };
  const action = revert && { action: { label: 'Undo', onClick: () => undo(revert) } };
  const slow = setTimeout(() => {
    if (done) message = toast.show('Saving…', { duration: Infinity, ...action });
  }, SLOW_MS);
  const say = (words: string | null) => {
    if (words === null) {
      if (message !== null) toast.dismiss(message);
    } else if (message === null) toast.show(words, action);
    else toast.update(message, { message: words, duration: undefined });
  };

  const task: Task = {
    settle,
    async run() {
      state = 'under-way';
      try {
        const answer = await send(vars);
        state = 'done';
        dropWhenRead(drop);
        if (done && !undone) say(done(vars, answer));
      } catch (error) {
        // A call without an answer may have succeeded, so its Undo is sent too.
        state = error instanceof ApiError ? 'refused' : 'unknown';
        drop();
        if (message !== null) toast.dismiss(message);
        if (!undone) toast.error(failed, { detail: describeFailure(error).detail });
      } finally {
        clearTimeout(slow);
      }
    },
  };
  enqueue(item, task);
}

// A child process for built-in models that runs one task at a time, so that it can be killed without affecting the server.
import type { ChildProcess } from 'node:child_process';
import { residentBytes, startChild } from '#server/child.ts';
import {
  type GeneratorContext,
  GeneratorError,
  type GeneratorErrorCode,
  type GeneratorProgress,
  type Picture,
} from '#server/generation/generator.ts';
import type { LocalImage, LocalImageRequest } from '#server/generation/local/pipeline/pipeline.ts';
import type { Anchor } from '#server/generation/outpaint.ts';

export interface Tasks {
  illustrate: {
    ask: { prompt: string; negativePrompt: string; size: { width: number; height: number }; seed: number };
    answer: Picture;
  };
  restyle: {
    /** `strength` 0 returns the source; `longest` limits the longer side, in pixels. */
    ask: { source: Picture; style: string; strength: number; seed: number; longest?: number };
    answer: Picture & { isSmaller: boolean };
  };
  /** One square after the other, of `side` pixels each, in the order of the styles. */
  'restyle-tiles': { ask: { source: Picture; styles: readonly string[]; strength: number; seed: number; side: number }; answer: Picture };
  /** `tileMs`: the average time of a tile. */
  upscale: { ask: { source: Picture }; answer: Picture & { tileMs: number } };
  'time-upscale': { ask: object; answer: { tileMs: number } };
  'cut-out': {
    /** `longest`: of a preview. */
    ask: { source: Picture; background: string | null; longest?: number };
    /** `isSmaller`: than the source, which was too large. */
    answer: Picture & { isSmaller: boolean };
  };
  /** White of the mask is filled. `longest`: for a preview, the longer side in pixels. */
  erase: { ask: { source: Picture; mask: Picture; longest?: number }; answer: Picture };
  extend: {
    /** `ratio`: width divided by height, of the result; `longest`: for a preview, the longer side in pixels. */
    ask: { source: Picture; ratio: number; anchor: Anchor; longest?: number };
    answer: Picture & { isSmaller: boolean };
  };
  /** Whether there is anybody to cut out. */
  'find-people': { ask: { source: Picture }; answer: { isAnybody: boolean } };
  /** Whether the edge of the marked area runs through anybody. */
  'find-cut-people': { ask: { source: Picture; mask: Picture }; answer: { isAnybody: boolean } };
  judge: { ask: { source: Picture }; answer: { probability: number } };
  /** Can be cancelled between steps. */
  'make-local-image': { ask: LocalImageRequest; answer: LocalImage };
}

export type TaskName = keyof Tasks;

export type BuiltinRequest = { [Name in TaskName]: { id: number; name: Name; ask: Tasks[Name]['ask'] } }[TaskName];

/** What the process is sent. The cancelled task still replies. */
export type BuiltinMessage = BuiltinRequest | { id: number; name: 'cancel' };

export type BuiltinReply =
  | { id: number; kind: 'progress'; progress: GeneratorProgress }
  | { id: number; kind: 'answer'; answer: Tasks[TaskName]['answer'] }
  /** `code` is null where it is a defect. `cause` is for the log. */
  | { id: number; kind: 'refused'; code: GeneratorErrorCode | null; message: string; cause?: string };

/** Short, because memory can grow by a gigabyte in a second. */
const WATCH_MS = 50;

export interface TaskProcessLimits {
  /** Past this a task is given up. */
  taskMs: number;
  idleMs: number;
  /** The process is replaced after a task that left it larger than this. */
  recycleBytes: number;
  /** It is ended at once when it grows beyond this. */
  maxBytes: number;
  /**
   * Time for a cancelled task to end by itself, so that what the process has loaded remains for the next task. Without it, the process is killed at
   * once.
   */
  cancelGraceMs?: number;
}

type Work = Pick<GeneratorContext, 'signal' | 'onProgress'>;

export interface TaskOptions {
  /** Of this task, instead of the process’s limit. */
  maxBytes?: number;
}

export interface TaskProcess {
  /** @throws GeneratorError; the signal's reason when it was aborted */
  run<Name extends TaskName>(name: Name, ask: Tasks[Name]['ask'], work: Work, options?: TaskOptions): Promise<Tasks[Name]['answer']>;
  close(): void;
}

interface Job {
  name: TaskName;
  ask: Tasks[TaskName]['ask'];
  work: Work;
  maxBytes: number | undefined;
  resolve: (answer: Tasks[TaskName]['answer']) => void;
  reject: (error: unknown) => void;
}

const crashed = (cause: string) =>
  new GeneratorError('provider_error', 'Creating this ended unexpectedly.', {
    retryable: true,
    cause: new Error(`the process beside the server ended: ${cause}`),
  });
const tooLarge = () =>
  new GeneratorError('provider_error', 'This image needed more memory than its model may use. Try a smaller size.', {
    cause: new Error('the process beside the server had grown too large'),
  });
const stopping = () => new GeneratorError('interrupted', 'The server is stopping.', { retryable: true });

export type StartTaskProcess = () => ChildProcess;

export function openTaskProcess(limits: TaskProcessLimits, start: StartTaskProcess = startBuiltinChild): TaskProcess {
  const waiting: Job[] = [];
  let child: ChildProcess | null = null;
  let current: (Job & { id: number; timer: NodeJS.Timeout }) | null = null;
  let idle: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  function next(): void {
    clearTimeout(idle);
    if (current) return;
    const job = waiting.shift();
    if (!job) {
      clearInterval(watch);
      watch = undefined;
      idle = setTimeout(letGo, limits.idleMs);
      idle.unref();
      return;
    }
    try {
      child ??= begin();
    } catch (error) {
      // There is no memory for another process.
      job.reject(crashed(String(error)));
      return next();
    }
    const id = ++lastId;
    const timer = setTimeout(() => giveUp(new GeneratorError('timeout', 'This took too long and was stopped.')), limits.taskMs);
    current = { ...job, id, timer };
    watch ??= setInterval(() => {
      const { maxBytes } = current ?? {};
      if (residentBytes(child?.pid) > (maxBytes ?? limits.maxBytes))
        giveUp(maxBytes === undefined ? crashed('it had grown too large') : tooLarge());
    }, WATCH_MS);
    setProcessRef(child, true);
    // If it could not be started, its `error` event follows.
    if (child.pid !== undefined) child.send({ id, name: job.name, ask: job.ask });
  }

  function begin(): ChildProcess {
    const process = start();
    let said = '';
    process.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
    process.on('message', (reply: BuiltinReply) => {
      if (child !== process || current?.id !== reply.id) return;
      if (reply.kind === 'progress') current.work.onProgress(reply.progress);
      else if (reply.kind === 'answer') finish(({ resolve }) => resolve(reply.answer));
      else finish(({ reject }) => reject(refusalOf(reply)));
    });
    const ended = (why: string) => {
      if (child !== process) return;
      child = null;
      finish(({ reject }) => reject(crashed(`${why} ${said}`.trim())));
    };
    process.on('error', (error) => ended(error.message));
    process.on('exit', (code, signal) => ended(signal ?? `code ${code}`));
    return process;
  }

  function finish(tell: (job: Job) => void): void {
    const job = current;
    current = null;
    if (job) {
      clearTimeout(job.timer);
      tell(job);
    }
    if (child) setProcessRef(child, false);
    if (child && residentBytes(child.pid) > limits.recycleBytes) letGo();
    if (!closed) next();
  }

  /** Asks the running task to end, and kills it after a grace. */
  function cancel(graceMs: number): void {
    if (!current) return;
    clearTimeout(current.timer);
    const { id } = current;
    current.timer = setTimeout(() => giveUp(crashed('it did not end a cancelled task')), graceMs);
    const message: BuiltinMessage = { id, name: 'cancel' };
    if (child?.connected) child.send(message);
  }

  /** Kills the running task. */
  function giveUp(error: unknown): void {
    const process = child;
    child = null;
    process?.kill('SIGKILL');
    finish(({ reject }) => reject(error));
  }

  function letGo(): void {
    child?.kill('SIGKILL');
    child = null;
  }

  return {
    run: (name, ask, work, { maxBytes } = {}) =>
      new Promise((resolve, reject) => {
        if (closed) throw stopping();
        work.signal.throwIfAborted();
        const job: Job = {
          name,
          ask,
          work,
          maxBytes,
          resolve: (answer) => {
            work.signal.removeEventListener('abort', aborted);
            resolve(answer);
          },
          reject: (error) => {
            work.signal.removeEventListener('abort', aborted);
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        };
        const aborted = () => {
          const place = waiting.indexOf(job);
          if (place >= 0) {
            waiting.splice(place, 1);
            job.reject(work.signal.reason);
          } else if (limits.cancelGraceMs === undefined) giveUp(work.signal.reason);
          else {
            job.reject(work.signal.reason);
            cancel(limits.cancelGraceMs);
          }
        };
        work.signal.addEventListener('abort', aborted, { once: true });
        waiting.push(job);
        next();
      }),
    close() {
      closed = true;
      clearTimeout(idle);
      clearInterval(watch);
      giveUp(stopping());
      for (const job of waiting.splice(0)) job.reject(stopping());
    },
  };
}

const refusalOf = ({ code, message, cause }: Extract<BuiltinReply, { kind: 'refused' }>): GeneratorError =>
  code ? new GeneratorError(code, message, { cause: cause === undefined ? undefined : new Error(cause) }) : crashed(message);

/** An idle process doesn't prevent the server from exiting. */
function setProcessRef(child: ChildProcess, isAtWork: boolean): void {
  const change = isAtWork ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

const startBuiltinChild = () =>
  startChild('builtin-child', 'server/generation/builtin/builtin-child.ts', ['ignore', 'ignore', 'pipe', 'ipc']);

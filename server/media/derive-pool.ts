// The pool of deriving processes: one photo per process, so that a heavy photo delays no other and a crash has one cause. The pool limits their
// time and memory, and starts them on demand.
import type { ChildProcess } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { cpuTimeMs, residentBytes, startChild } from '#server/child.ts';
import type { DeriveRequest, DeriveReply } from '#server/media/derive-child.ts';
import type { DeriveResult, DeriveTask } from '#server/media/derive-picture.ts';
import { errorCode } from '#server/storage/local-files.ts';

/**
 * The child died or was killed while it had this task.
 * @property blame `picture`: it took more memory, or more work, than a picture may; `others`: all children together took too much memory, and
 * this one most of it, or the machine could not start it; `unknown`: most likely the picture's
 */
export class ChildCrash extends Error {
  override name = 'ChildCrash';
  readonly blame: 'picture' | 'others' | 'unknown';

  constructor(message: string, blame: ChildCrash['blame'] = 'unknown') {
    super(message);
    this.blame = blame;
  }
}

/** @property file a local file that isn't written at the same time */
export type PictureTask = Omit<DeriveTask, 'file'> & { file: string };

export interface DerivePool {
  /** @throws {ChildCrash} */
  run(task: PictureTask): Promise<DeriveResult>;
  close(): void;
}

export interface PoolLimits {
  concurrency: number;
  /** Idle processes in reserve, so that a photo doesn't wait for a process to start. */
  spare: number;
  taskMs: number;
  /** Processor time, independent of the load of the machine. A picture of 100 megapixels takes 12 s. */
  cpuMs: number;
  idleMs: number;
  /** A child is replaced when it has grown beyond this. */
  recycleBytes: number;
  /** Beyond this a child is killed at once. A picture of 100 megapixels takes 1.3 GB. */
  maxChildBytes: number;
  /** Beyond this in all, the largest child is killed at once. */
  maxTotalBytes: number;
}

const defaults: PoolLimits = {
  concurrency: 3,
  spare: 1,
  taskMs: 180_000,
  cpuMs: 45_000,
  idleMs: 60_000,
  recycleBytes: 700e6,
  maxChildBytes: 1.8e9,
  maxTotalBytes: 2.5e9,
};
const WATCH_MS = 200;
/** Each chunk costs two turns of the event loop, which take up to 20 ms under load. */
const CHUNK_BYTES = 1e6;

interface Job {
  task: PictureTask;
  resolve: (result: DeriveResult) => void;
  reject: (error: Error) => void;
}

interface Child {
  process: ChildProcess;
  work: (Job & { id: number; timer: NodeJS.Timeout; begunAtMs: number }) | null;
  blame: ChildCrash['blame'];
}

export function createDerivePool(limits: Partial<PoolLimits> = {}, startChild: () => ChildProcess = forkChild): DerivePool {
  const { concurrency, spare, taskMs, cpuMs, idleMs, recycleBytes, maxChildBytes, maxTotalBytes } = { ...defaults, ...limits };
  const waiting: Job[] = [];
  const children = new Set<Child>();
  let idle: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  const atWork = () => [...children].filter((child) => child.work);

  function next(): void {
    while (atWork().length < concurrency) {
      const job = waiting.shift();
      if (!job) break;
      const child = [...children].find((one) => !one.work) ?? start();
      if (child instanceof ChildCrash) job.reject(child);
      else void begin(child, job);
    }
    clearTimeout(idle);
    if (atWork().length > 0) {
      while (children.size < Math.min(concurrency, atWork().length + spare)) if (start() instanceof ChildCrash) break;
      watch ??= setInterval(killTooCostly, WATCH_MS);
      return;
    }
    clearInterval(watch);
    watch = undefined;
    idle = setTimeout(() => children.forEach(drop), idleMs);
    idle.unref();
  }

  async function begin(child: Child, job: Job): Promise<void> {
    const { process } = child;
    const id = ++lastId;
    const work = { ...job, id, timer: setTimeout(() => process.kill('SIGKILL'), taskMs), begunAtMs: cpuTimeMs(process.pid) };
    child.work = work;
    setRef(process, true);
    try {
      await sendTask(process, id, job.task);
    } catch (error) {
      // If the child ended, its `exit` event has the reason.
      if (child.work !== work || process.exitCode !== null || process.signalCode !== null || !process.connected) return;
      // It stopped reading, usually because it is ending: the pipe may break before its `exit` event.
      if (PIPE_BROKEN.has(errorCode(error) ?? '')) return void process.kill('SIGKILL');
      finish(child, (failed) => failed.reject(error instanceof Error ? error : new Error(String(error))));
      // It may wait for bytes that never come.
      process.kill('SIGKILL');
      remove(child);
      next();
    }
  }

  function finish(child: Child, tell: (job: Job) => void): void {
    const { work } = child;
    child.work = null;
    if (!work) return;
    clearTimeout(work.timer);
    tell(work);
  }

  /** Returns the error if there is no memory for another process. Other failures reach the child's `error` event. */
  function start(): Child | ChildCrash {
    let process: ChildProcess;
    try {
      process = startChild();
    } catch (error) {
      return new ChildCrash(`the deriving process could not be started (${String(error)})`, 'others');
    }
    const child: Child = { process, work: null, blame: 'unknown' };
    children.add(child);
    // An idle process doesn't prevent the server from exiting.
    setRef(process, false);
    let said = '';
    process.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
    // A child that dies stops reading; the `exit` event below reports it.
    process.stdin?.on('error', () => undefined);
    process.on('message', (reply: DeriveReply) => {
      if (child.work?.id !== reply.id) return;
      finish(child, (job) =>
        'result' in reply ? job.resolve(reply.result) : job.reject(new Error(`a photo could not be derived: ${reply.error}`)),
      );
      setRef(process, false);
      if (reply.rssBytes > recycleBytes) drop(child);
      next();
    });
    const ended = (why: string) => {
      if (!remove(child)) return;
      // An idle child is not replaced until the next job: if no process can be started, replacing it would loop.
      if (!child.work) return;
      finish(child, (job) => job.reject(new ChildCrash(`the deriving process ended (${why}) ${said}`.trim(), child.blame)));
      if (!closed) next();
    };
    process.on('error', (error) => {
      if (process.pid === undefined) child.blame = 'others';
      ended(error.message);
    });
    process.on('exit', (code, signal) => ended(signal ?? `code ${code}`));
    return child;
  }

  const remove = (child: Child) => children.delete(child);

  /** Lets a child go that has nothing in work. */
  function drop(child: Child): void {
    if (remove(child) && child.process.connected) child.process.disconnect();
  }

  function killTooCostly(): void {
    for (const child of atWork()) {
      if (!child.work || cpuTimeMs(child.process.pid) - child.work.begunAtMs < cpuMs) continue;
      child.blame = 'picture';
      child.process.kill('SIGKILL');
    }
    const sizes = [...children].map((child) => ({ child, bytes: residentBytes(child.process.pid) })).toSorted((a, b) => b.bytes - a.bytes);
    const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
    for (const [place, { child, bytes }] of sizes.entries()) {
      if (bytes > maxChildBytes) child.blame = 'picture';
      else if (place === 0 && sum > maxTotalBytes) child.blame = 'others';
      else return;
      child.process.kill('SIGKILL');
    }
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (closed) throw new Error('the server is stopping');
        waiting.push({ task, resolve, reject });
        next();
      }),
    close() {
      closed = true;
      clearInterval(watch);
      clearTimeout(idle);
      for (const child of children) {
        remove(child);
        child.process.kill('SIGKILL');
        finish(child, (job) => job.reject(new Error('the server is stopping')));
      }
      for (const job of waiting.splice(0)) job.reject(new Error('the server is stopping'));
    },
  };
}

/** Sends the task, then the bytes of the picture. */
async function sendTask(child: ChildProcess, id: number, { file, ...task }: PictureTask): Promise<void> {
  const picture = await open(file);
  try {
    const { size } = await picture.stat();
    const ask: DeriveRequest = { id, task: { ...task, bytes: size } };
    child.send(ask);
    if (!child.stdin || size === 0) return;
    // Not by a pipeline: it would leave its listeners on the child's stdin, photo by photo.
    const chunks = picture.createReadStream({ end: size - 1, autoClose: false, highWaterMark: CHUNK_BYTES });
    for await (const chunk of chunks) await write(child.stdin, chunk as Buffer);
  } finally {
    await picture.close();
  }
}

const PIPE_BROKEN: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

function write(stream: Writable, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => stream.write(chunk, (error) => (error ? reject(error) : resolve())));
}

function setRef(child: ChildProcess, isAtWork: boolean): void {
  const change = isAtWork ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

/** Pixels lie outside of the heap: what fills it is no picture. */
const HEAP_MB = 400;

export const forkChild = () =>
  startChild('derive-child', 'server/media/derive-child.ts', ['pipe', 'ignore', 'pipe', 'ipc'], [`--max-old-space-size=${HEAP_MB}`]);

// Limits long downloads: how many run at once, how many of them are fast, and how long a reader may be silent.
import type { Readable } from 'node:stream';
import { type Problem, tooManyAttempts } from '#server/http/problem.ts';

interface Limits {
  /** Concurrent streams of one owner. */
  perOwner: number;
  /** Thrown when an owner has as many. */
  ownerIsBusy: () => Problem;
  /** Thrown, with a time to wait, when there is no room. A sentence without its full stop. */
  crowded: string;
  /** Concurrent active streams. They compete for disk and CPU with everything else. */
  maxActive?: number;
}

const MAX_ACTIVE = 20;

/** Including slow readers, which use little but memory and take as long as their connection requires. */
const MAX_SLOTS = 100;

/** A reader that reads nothing for this long is disconnected. */
const STALLED_MS = 60_000;

const WINDOW_MS = 10_000;

/** A stream that moved fewer bytes in this and the previous window isn’t active, and doesn’t block others. */
const ACTIVE_BYTES = 1_000_000;

/** A new stream counts as active during its first window, but not if its owner restarts it repeatedly. */
const RESTART_WINDOW_MS = 60_000;

class StreamSlot {
  stream: Readable | null = null;
  readonly owner: string;
  private readonly beganAt = Date.now();
  private window = { beganAt: Date.now(), bytes: 0, before: 0 };

  private readonly isFirst: boolean;

  constructor(owner: string, isFirst: boolean) {
    this.owner = owner;
    this.isFirst = isFirst;
  }

  addBytes(bytes: number): void {
    this.rotateWindow();
    this.window.bytes += bytes;
  }

  /** Bytes in this and the previous window. */
  recentBytes(): number {
    this.rotateWindow();
    return this.window.bytes + this.window.before;
  }

  isActive(): boolean {
    return (this.isFirst && Date.now() - this.beganAt < WINDOW_MS) || this.recentBytes() >= ACTIVE_BYTES;
  }

  private rotateWindow(): void {
    const { beganAt, bytes } = this.window;
    const age = Date.now() - beganAt;
    if (age >= WINDOW_MS) this.window = { beganAt: Date.now(), bytes: 0, before: age < 2 * WINDOW_MS ? bytes : 0 };
  }
}

export type HeldSlot = ReturnType<StreamSlots['acquire']>;

export class StreamSlots {
  private readonly limits: Limits;
  private readonly taken = new Set<StreamSlot>();
  /** When each owner last started a stream. */
  private readonly begun = new Map<string, number>();

  constructor(limits: Limits) {
    this.limits = limits;
  }

  /** @throws {Problem} of `ownerIsBusy`, 429 */
  acquire(owner: string) {
    if ([...this.taken].filter((slot) => slot.owner === owner).length >= this.limits.perOwner) throw this.limits.ownerIsBusy();
    this.makeRoom();
    const slot = new StreamSlot(owner, this.beginsFirst(owner));
    this.taken.add(slot);
    const stalled = setTimeout(() => slot.stream?.destroy(new Error('the reader of a download stalled')), STALLED_MS);
    stalled.unref();
    const release = () => {
      clearTimeout(stalled);
      this.taken.delete(slot);
    };
    return {
      release,
      attach(stream: Readable): void {
        slot.stream = stream;
        stream.once('close', release);
      },
      moved(bytes: number): void {
        slot.addBytes(bytes);
        stalled.refresh();
      },
    };
  }

  private beginsFirst(owner: string): boolean {
    const now = Date.now();
    for (const [account, at] of this.begun) if (now - at >= RESTART_WINDOW_MS) this.begun.delete(account);
    const isFirst = !this.begun.has(owner);
    this.begun.set(owner, now);
    return isFirst;
  }

  private makeRoom(): void {
    const slots = [...this.taken];
    const crowded = () => tooManyAttempts(60_000, this.limits.crowded);
    if (slots.filter((slot) => slot.isActive()).length >= (this.limits.maxActive ?? MAX_ACTIVE)) throw crowded();
    if (slots.length < MAX_SLOTS) return;
    const [slowest] = slots.filter((slot) => !slot.isActive()).toSorted((a, b) => a.recentBytes() - b.recentBytes());
    if (!slowest) throw crowded();
    this.taken.delete(slowest);
    slowest.stream?.destroy(new Error('this download was the slowest, and all slots are in use'));
  }
}

// The archives that a process makes at the same time, of each account one: each reads originals as fast as its reader takes them.
import type { Readable } from 'node:stream';
import { Problem, tooManyAttempts } from '#server/http/problem.ts';

/** At work at the same time: they share disk and processor with everything else. */
const MAX_ACTIVE = 20;
/** With those whose readers are slow: they cost little but memory, and take as long as their line needs. */
const MAX_SLOTS = 100;
/** Whoever takes nothing for so long is gone, or never meant to. */
const STALLED_MS = 60_000;
const WINDOW_MS = 10_000;
/** Who took less, in this window and the one before it, is not at work: nobody is kept out by it. */
const ACTIVE_BYTES = 1_000_000;
/** Who has just begun counts as at work until it shows, but not who begins again and again. */
const RESTART_WINDOW_MS = 60_000;

class ExportSlot {
  stream: Readable | null = null;
  private readonly beganAt = Date.now();
  private window = { beganAt: Date.now(), bytes: 0, before: 0 };

  private readonly isFirst: boolean;

  constructor(isFirst: boolean) {
    this.isFirst = isFirst;
  }

  addBytes(bytes: number): void {
    this.rotateWindow();
    this.window.bytes += bytes;
  }

  /** In this window and the one before it. */
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

export class ExportSlots {
  private readonly taken = new Map<string, ExportSlot>();
  /** When each account began last. */
  private readonly begun = new Map<string, number>();

  /** @throws {Problem} 409 `export_running`, 429 */
  acquire(userId: string) {
    if (this.taken.has(userId)) throw new Problem(409, 'export_running', 'Your data is already being downloaded. Wait until that’s done.');
    this.makeRoom();
    const place = new ExportSlot(this.beginsFirst(userId));
    this.taken.set(userId, place);
    const stalled = setTimeout(() => place.stream?.destroy(new Error('the reader of an archive took nothing')), STALLED_MS);
    stalled.unref();
    const giveBack = () => {
      clearTimeout(stalled);
      if (this.taken.get(userId) === place) this.taken.delete(userId);
    };
    return {
      giveBack,
      giveTo(stream: Readable): void {
        place.stream = stream;
        stream.once('close', giveBack);
      },
      moved(bytes: number): void {
        place.addBytes(bytes);
        stalled.refresh();
      },
    };
  }

  private beginsFirst(userId: string): boolean {
    const now = Date.now();
    for (const [account, at] of this.begun) if (now - at >= RESTART_WINDOW_MS) this.begun.delete(account);
    const isFirst = !this.begun.has(userId);
    this.begun.set(userId, now);
    return isFirst;
  }

  private makeRoom(): void {
    const places = [...this.taken];
    const crowded = () => tooManyAttempts(60_000, 'Many people are downloading their data right now');
    if (places.filter(([, place]) => place.isActive()).length >= MAX_ACTIVE) throw crowded();
    if (places.length < MAX_SLOTS) return;
    const [slowest] = places.filter(([, place]) => !place.isActive()).toSorted(([, a], [, b]) => a.recentBytes() - b.recentBytes());
    if (!slowest) throw crowded();
    this.taken.delete(slowest[0]);
    slowest[1].stream?.destroy(new Error('the reader of an archive was the slowest of very many while others waited'));
  }
}

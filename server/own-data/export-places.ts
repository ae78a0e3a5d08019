// The archives that a process makes at the same time, of each account one: each reads originals as fast as its reader takes them.
import type { Readable } from 'node:stream';
import { Problem, tooManyTries } from '#server/http/problem.ts';

const MOST = 20;
/** Whoever takes nothing for so long is gone, or never meant to. */
const STALLED_MS = 60_000;
/** Whoever stands still this long gives way where others wait. */
const GIVES_WAY_MS = 10_000;

interface Place {
  movedAt: number;
  stream: Readable | null;
}

export class ExportPlaces {
  private readonly taken = new Map<string, Place>();

  /** @throws {Problem} 409 `export_running`, 429 */
  take(userId: string) {
    if (this.taken.has(userId))
      throw new Problem(409, 'export_running', 'Your data is being downloaded already. Wait until that has ended.');
    if (this.taken.size >= MOST) this.makeRoom();
    const place: Place = { movedAt: Date.now(), stream: null };
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
      moved(): void {
        place.movedAt = Date.now();
        stalled.refresh();
      },
    };
  }

  private makeRoom(): void {
    const [longest] = [...this.taken].toSorted(([, a], [, b]) => a.movedAt - b.movedAt);
    if (!longest || Date.now() - longest[1].movedAt < GIVES_WAY_MS)
      throw tooManyTries(60_000, 'Many people are downloading their data right now');
    this.taken.delete(longest[0]);
    longest[1].stream?.destroy(new Error('the reader of an archive stood still while others waited'));
  }
}

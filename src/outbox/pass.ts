// One run over the queue: who is sent when, and who gives way to whom. Several photos are under way at once; work that comes in meanwhile is
// taken up; nothing waits for what hangs (docs/outbox.md, Sending 6 and 11).
import { isQuotaError } from '#src/lib/disk.ts';
import { NetworkError } from '#src/transport/problem.ts';
import { changePhoto } from './change.ts';
import { SMALL_BYTES } from './chunks.ts';
import { storedPhotos } from './db.ts';
import { claimNext, giveBack, neverFailed, release, whileLeased } from './lease.ts';
import { deliverLike } from './like-delivery.ts';
import { line } from './line.ts';
import { publish, subscribeOutbox } from './messages.ts';
import type { Outcome } from './outcome.ts';
import { BrokenOff, deliverPhoto, GivesWay, type DeliveryControl } from './photo-delivery.ts';
import { endBackoffOfFailed, eventsAreThere } from './queue.ts';
import type { PhotoRecord } from './record.ts';
import { correctMoments } from './taken-at.ts';
import { allOf, nextWish, noteTry, scoutIn } from './waiting.ts';

/** Under way at once. The rest of a browser's six connections to one server are the page's own. */
const PLACES = 4;
/** Of them, what large photos may take, and what failed before: one place is left to small ones, and to what never failed. */
const FOR_LARGE = 3;
const FOR_FAILED = 3;
/** Without an answer for so long a request hangs; one that carries bytes may take longer. */
const HANGS_MS = 5000;
const HANGS_WITH_BYTES_MS = 9000;
/** When the person or the network comes back, this is enough. */
const HANGS_ON_RETURN_MS = 4000;
/** At the first try; twice as long at the second, until the limit of every call. */
const LOST_MS = 10_000;
/** How often it is looked whether a request hangs; and, while nobody waits for its place, whether the line is the reason. */
const LOOK_MS = 1000;
const LOOK_AGAIN_MS = 4000;
/** A photo in the middle of its bytes gives way to one that never failed and is so many times smaller than what is left of it. */
const FAR_SMALLER = 4;

export interface PassResult {
  halted: 'line' | 'account' | null;
}

export interface PassOptions {
  account: string;
  owner: string;
  exclusive: boolean;
  /** No photo is begun after this (ms of the steady clock). */
  startUntil?: number;
  signal?: AbortSignal;
}

interface UnderWay {
  /** Null: a wished like. */
  record: PhotoRecord | null;
  control: AbortController;
  /** When its last request left, on the steady clock. */
  since: number;
  patience: number;
}

export class Pass {
  readonly #options: PassOptions;
  readonly #underWay = new Map<string, UnderWay>();
  /** What failed beyond all expectation is left to the next pass, and told at the end: it holds up no other. */
  readonly #given = new Set<string>();
  readonly #failures: unknown[] = [];
  readonly #seen = new Set<string>();
  #halted: PassResult['halted'] = null;
  #stopped = false;
  #crowdedOut: PhotoRecord | null = null;
  #suspect = false;
  #looking = false;
  #lookAt = 0;
  #ring: () => void = () => undefined;
  #rung = false;

  constructor(options: PassOptions) {
    this.#options = options;
  }

  async run(): Promise<PassResult> {
    const { signal, account } = this.#options;
    const stop = () => {
      this.#stopped = true;
      for (const { control } of this.#underWay.values()) control.abort(signal?.reason);
      this.#wake();
    };
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const unsubscribe = subscribeOutbox(({ type }) => {
      if (type === 'line-back') this.#breakOff(HANGS_ON_RETURN_MS);
      if (type === 'line-back' || type === 'queued') this.#wake();
    });
    try {
      await correctMoments(await storedPhotos(account));
      if (line.isDown()) await this.#lookAgain();
      await this.#work();
      await correctMoments(await storedPhotos(account));
      if (this.#failures.length > 0) throw this.#failures[0];
    } finally {
      unsubscribe();
      signal?.removeEventListener('abort', stop);
    }
    return { halted: this.#halted };
  }

  async #work(): Promise<void> {
    for (;;) {
      this.#rung = false;
      await this.#fill();
      if (this.#underWay.size === 0) {
        if (this.#rung && !this.#over) continue;
        return;
      }
      await this.#pause(LOOK_MS);
      if (!this.#looking) void this.#lookAside();
    }
  }

  get #over(): boolean {
    return this.#halted !== null || this.#stopped || performance.now() >= (this.#options.startUntil ?? Infinity);
  }

  /** Begins whatever may begin now. */
  async #fill(): Promise<void> {
    while (!this.#over) {
      const { account, owner, exclusive } = this.#options;
      const scout = scoutIn() === 0;
      const skip = { has: (id: string) => this.#underWay.has(id) || this.#given.has(id) };
      const hasPlace = (record: PhotoRecord) => this.#hasPlace(record);
      const { record, crowdedOut } = await claimNext({ account, owner, exclusive, skip, hasPlace, scout });
      this.#crowdedOut = crowdedOut;
      if (!record) break;
      if (!neverFailed(record)) noteTry();
      this.#begin(record.id, record, (sending) => this.#sendPhoto(record, sending));
    }
    if (!this.#over && !this.#underWay.has('likes')) await this.#beginLike();
  }

  #hasPlace(record: PhotoRecord): boolean {
    const others = [...this.#underWay.values()].flatMap((one) => one.record ?? []);
    const isLarge = ({ bytes }: PhotoRecord) => bytes > SMALL_BYTES;
    return (
      others.length < PLACES &&
      (!isLarge(record) || others.filter(isLarge).length < FOR_LARGE) &&
      (neverFailed(record) || others.filter((other) => !neverFailed(other)).length < FOR_FAILED)
    );
  }

  #begin(key: string, record: PhotoRecord | null, work: (sending: DeliveryControl) => Promise<void>): void {
    const control = new AbortController();
    const one: UnderWay = { record, control, since: performance.now(), patience: HANGS_MS };
    this.#underWay.set(key, one);
    const sending: DeliveryControl = {
      signal: control.signal,
      onRequest(bytes) {
        one.since = performance.now();
        one.patience = bytes > 0 ? HANGS_WITH_BYTES_MS : HANGS_MS;
      },
      mayGoOn: (left) => {
        if (this.#crowdedOut && this.#crowdedOut.bytes * FAR_SMALLER < left) throw new GivesWay();
      },
    };
    void work(sending)
      .catch((error: unknown) => {
        this.#given.add(key);
        if (!this.#stopped) this.#failures.push(error);
      })
      .finally(() => {
        this.#underWay.delete(key);
        this.#wake();
      });
  }

  async #sendPhoto(record: PhotoRecord, sending: DeliveryControl): Promise<void> {
    const { owner, account } = this.#options;
    publish({ type: 'changed', photoIds: [record.id] });
    try {
      const outcome = await whileLeased(record.id, owner, () => deliverPhoto(record, sending));
      if (sending.signal.reason instanceof BrokenOff) await changePhoto(record.id, () => ({ nextAttemptAt: 0 }));
      if (!outcome) return;
      await this.#heed(outcome);
      if (outcome.kind !== 'delivered') return;
      // What kept this one away is over: it may be for the others too.
      if (!neverFailed(record)) await endBackoffOfFailed(account);
      if (!this.#seen.has(record.eventId)) await eventsAreThere([record.eventId], Date.now());
      this.#seen.add(record.eventId);
    } catch (error) {
      if (error instanceof GivesWay) return giveBack(record.id);
      await release(record.id, owner);
      throw error;
    }
  }

  /** One wish after the other: each is small, and what meets one meets all. */
  async #beginLike(): Promise<void> {
    const { likes } = await allOf(this.#options.account);
    const next = nextWish(
      likes.filter(({ photoId }) => !this.#given.has(photoId)),
      Date.now(),
    );
    if (!next || next.dueIn > 0) return;
    const { wish } = next;
    this.#begin('likes', null, async ({ signal }) => {
      try {
        await this.#heed(await deliverLike(wish, signal));
      } catch (error) {
        this.#given.add(wish.photoId);
        // A storage without room: photos make it.
        if (!isQuotaError(error)) throw error;
      }
    });
  }

  /** What one outcome means for the others. */
  async #heed(outcome: Outcome): Promise<void> {
    if (outcome.kind !== 'delivered') noteTry();
    if (outcome.kind === 'pause') {
      this.#halted = 'account';
      // The session is as it was.
      if (outcome.reason !== 'maintenance') publish({ type: 'paused', account: this.#options.account, reason: outcome.reason });
    } else if (outcome.kind === 'retry' && outcome.network) {
      if (!(await line.stands()) && this.#halted === null) this.#halted = 'line';
    } else {
      line.worked();
      if (this.#halted === 'line') this.#halted = null;
    }
  }

  /** Beside the work: a look may take seconds, and nobody waits for it. */
  async #lookAside(): Promise<void> {
    this.#looking = true;
    try {
      await this.#look();
    } catch (error) {
      this.#failures.push(error);
    } finally {
      this.#looking = false;
    }
  }

  /** Looks after what hangs. A look at the server that is answered says that the line is not the reason. */
  async #look(): Promise<void> {
    if (this.#halted === 'line') return this.#lookAgain();
    if (this.#stopped || this.#hanging().length === 0 || performance.now() < this.#lookAt) return;
    const stands = await line.answers();
    const hanging = this.#hanging();
    this.#lookAt = performance.now() + (this.#crowdedOut ? 0 : LOOK_AGAIN_MS);
    if (stands && this.#suspect) this.#breakOff(HANGS_ON_RETURN_MS);
    else if (stands) {
      const given = this.#crowdedOut ? hanging : hanging.filter((one) => this.#isLost(one));
      for (const { control } of given) control.abort(new NetworkError('timeout'));
    }
    this.#suspect = !stands;
  }

  /** Of a dead line, as often as it is worth it. Once it is back, all go on at once. */
  async #lookAgain(): Promise<void> {
    this.#halted = 'line';
    if (line.waits() > 0 || !(await line.stands())) return;
    this.#halted = null;
    this.#breakOff(HANGS_ON_RETURN_MS);
    await endBackoffOfFailed(this.#options.account);
    this.#wake();
  }

  /** The server is there and says nothing to this: the answer is lost, or it needs the time it gets at the next try. Bytes are left to arrive. */
  #isLost({ record, since, patience }: UnderWay): boolean {
    return patience === HANGS_MS && performance.now() - since >= LOST_MS * (record?.attempts ?? 1);
  }

  /** Longest first. */
  #hanging(): UnderWay[] {
    const now = performance.now();
    return [...this.#underWay.values()].filter((one) => now - one.since >= one.patience).toSorted((a, b) => a.since - b.since);
  }

  /** Whatever stands still for so long is sent again at once, on a line of today. */
  #breakOff(after: number): void {
    const now = performance.now();
    for (const { since, control } of this.#underWay.values()) if (now - since >= after) control.abort(new BrokenOff());
  }

  #wake(): void {
    this.#rung = true;
    this.#ring();
  }

  /** Until something changes, or so long. */
  async #pause(ms: number): Promise<void> {
    if (this.#rung) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#ring = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

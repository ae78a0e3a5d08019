// A long answer whose chunks all lie in one buffer: new memory for each of them would be returned late, and grow the process by a hundred megabytes.
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';

/** Each chunk of the source is valid until the next one is requested. A reply is sent without copies; any other reader gets copies. */
export class LentChunks extends Readable {
  private readonly chunks: AsyncIterator<Buffer, unknown>;

  constructor(source: AsyncIterable<Buffer>) {
    super();
    this.chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer, unknown>;
  }

  override _read(): void {
    this.chunks.next().then(
      ({ done, value }) => this.push(done === true ? null : Buffer.from(value)),
      (error: Error) => this.destroy(error),
    );
  }

  /** Leaves the source, so that it closes its files. */
  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    callbackify(async () => this.chunks.return?.())((failure) => callback(error ?? failure));
  }

  override pipe<Target extends NodeJS.WritableStream>(target: Target): Target {
    this.sendTo(target).catch((error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))));
    return target;
  }

  private async sendTo(target: NodeJS.WritableStream): Promise<void> {
    let isGone = false;
    let giveUp: () => void = () => undefined;
    target.once('close', () => {
      isGone = true;
      giveUp();
    });
    for (;;) {
      const next = await this.chunks.next();
      if (isGone || this.destroyed) return void this.destroy();
      if (next.done === true) break;
      // Until it is with the system: the next chunk takes its place in memory.
      await new Promise<void>((resolve, reject) => {
        giveUp = resolve;
        target.write(next.value, (error) => (error ? reject(error) : resolve()));
      });
    }
    target.end();
    this.push(null);
    this.resume();
  }
}

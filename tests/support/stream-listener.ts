// An event's stream as a program reads it.
import type { components } from '#openapi/api.ts';
import type { Person } from './api.ts';
import { waitUntil } from './processes.ts';

type Change = components['schemas']['PhotoChange'];

export interface Listener {
  /** In the order they came. */
  changes: Change[];
  opened: Promise<Response>;
  /** Waits until a change that fits has come. */
  waitForChange(what: string, fits: (change: Change) => boolean, ms?: number): Promise<Change>;
  /** The server closed it. */
  ended(): boolean;
  stop(): void;
}

/** Reads an event's stream until it is stopped. */
export function listen(person: Person, eventId: string, query = '', headers: Record<string, string> = {}): Listener {
  const control = new AbortController();
  const changes: Change[] = [];
  let ended = false;
  const opened = person.fetch(`/api/v1/event/${eventId}/stream${query}`, { headers, signal: control.signal });
  const read = async (): Promise<void> => {
    const response = await opened;
    if (!response.ok || !response.body) return;
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: ?(.*)$/m.exec(block)?.[1];
        if (data) changes.push(JSON.parse(data) as Change);
      }
    }
    ended = true;
  };
  read().catch((error: unknown) => {
    if (!control.signal.aborted) throw error;
  });
  return {
    changes,
    opened,
    async waitForChange(what, fits, ms = 30_000) {
      await waitUntil(
        () => changes.some(fits),
        ms,
        () => `the stream did not tell of ${what}: ${JSON.stringify(changes.map(({ seq, kind, photo_id }) => ({ seq, kind, photo_id })))}`,
      );
      return changes.find(fits)!;
    },
    ended: () => ended,
    stop: () => control.abort(),
  };
}

/** The changes that an event's stream tells, until it ends or breaks off. */
export async function* readChanges({ body }: Response): AsyncGenerator<Change> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const messages = (text + chunk).split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: ?(.*)$/m.exec(message)?.[1];
      if (data !== undefined) yield JSON.parse(data) as Change;
    }
  }
}

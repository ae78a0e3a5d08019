// Streams of server-sent events, one connection for each address in a tab however many follow it: over HTTP/1.1 a browser opens six to a
// server, for all its tabs together. Whoever follows a stream lets go of it while its tab is hidden.
import { apiUrl } from './api-base.ts';

export interface StreamListener {
  /** Only what comes after this number is told; a `reset`, or a `place` in a queue, always is. Null: a stream that begins anew each time it is opened. */
  after: number | null;
  onOpen(): void;
  onMessage(message: MessageEvent<string>): void;
  /** The connection is gone, and with it this following. A refusal has no status here: an ordinary call tells it, and renews the session. */
  onError(): void;
}

interface SharedStream {
  source: EventSource;
  isOpen: boolean;
  /** The number of its last message: who does not know what was told until then cannot join. */
  lastId: number;
  /** Each with the number of the last message that it was told. */
  listeners: Map<StreamListener, number>;
}

const streams = new Map<string, SharedStream>();

/**
 * Follows the stream of this path, whose messages carry rising numbers as their ids. Returns what ends it.
 * @param kinds of messages: the same for all who follow this path
 */
export function subscribeStream(path: string, kinds: readonly string[], listener: StreamListener): () => void {
  const open = streams.get(path);
  const listeners: SharedStream['listeners'] = open?.listeners ?? new Map();
  listeners.set(listener, listener.after ?? 0);
  if (open && listener.after !== null && listener.after >= open.lastId) {
    if (open.isOpen) queueMicrotask(() => listeners.has(listener) && listener.onOpen());
  } else {
    open?.source.close();
    start(path, kinds, listeners, listener.after !== null);
  }
  return () => {
    listeners.delete(listener);
    const stream = streams.get(path);
    if (listeners.size > 0 || stream?.listeners !== listeners) return;
    stream.source.close();
    streams.delete(path);
  };
}

/** Opens the stream where the listener that is furthest behind stands; the others are not told again. */
function start(path: string, kinds: readonly string[], listeners: SharedStream['listeners'], resumes: boolean): void {
  const after = Math.min(...listeners.values());
  const source = new EventSource(apiUrl(resumes ? `${path}?after=${after}` : path), { withCredentials: true });
  const stream: SharedStream = { source, isOpen: false, lastId: after, listeners };
  streams.set(path, stream);
  source.addEventListener('open', () => {
    stream.isOpen = true;
    for (const listener of listeners.keys()) listener.onOpen();
  });
  source.addEventListener('error', () => {
    source.close();
    if (streams.get(path) === stream) streams.delete(path);
    const followers = [...listeners.keys()];
    listeners.clear();
    for (const listener of followers) listener.onError();
  });
  const tell = (message: MessageEvent<string>) => {
    stream.lastId = Number(message.lastEventId);
    for (const [listener, told] of listeners) {
      if (!/reset|place/.test(message.type) && stream.lastId <= told) continue;
      listeners.set(listener, stream.lastId);
      listener.onMessage(message);
    }
  };
  for (const kind of kinds) source.addEventListener(kind, tell);
}

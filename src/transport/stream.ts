// Server-sent events with one connection per address and tab, shared by all listeners: over HTTP/1.1 a browser opens six connections to a
// server for all its tabs. Listeners must unsubscribe while their tab is hidden.
import { apiUrl } from './api-base.ts';

export interface StreamListener {
  /** Only later messages are delivered; `reset` and queue `place` always are. Null: the stream starts over each time it is opened. */
  after: number | null;
  onOpen(): void;
  onMessage(message: MessageEvent<string>): void;
  /** The connection failed and the subscription has ended. The status is unknown: an ordinary call reveals it and renews the session. */
  onError(): void;
}

interface SharedStream {
  source: EventSource;
  isOpen: boolean;
  /** The id of the last message; a listener that is further behind cannot join. */
  lastId: number;
  /** Listeners with the id of their last message. */
  listeners: Map<StreamListener, number>;
}

const streams = new Map<string, SharedStream>();

/**
 * Subscribes to the stream of this path, whose message ids increase. Returns the unsubscribe function.
 * @param kinds message types, the same for all listeners of this path
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

/** Opens the stream at the position of the slowest listener; the others skip known messages. */
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

// Who wrote a change tells every process by NOTIFY; each process hears it once and passes it to its open streams.
import pg from 'pg';
import type { Logger } from 'pino';
import type { Connection } from '#server/db/pool.ts';
import { changeChannel } from '#server/photos/changes.ts';

/** Fan-out of "this event changed" to the open streams of this process. `notify` payloads hold ids only; streams read the change from the database. */
export interface EventHub {
  /** Calls back on each change committed by any process, with the event's latest change number; and with `null` after a gap (reconnect). Returns the unsubscriber. */
  subscribe(eventId: string, onChange: (seq: number | null) => void): () => void;
  close(): Promise<void>;
}

const RETRY_MS = 500;

/**
 * Listens on a connection of its own, which must be a direct one (not through a pooler in transaction mode). A lost connection is opened
 * again until it holds; subscribers then hear `null`, because what was told in between is lost.
 */
export async function openEventHub(connection: Connection, log: Logger): Promise<EventHub> {
  const listeners = new Map<string, Set<(seq: number | null) => void>>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const hear = (payload: string) => {
    const [eventId = '', seq] = payload.split(' ');
    for (const listener of listeners.get(eventId) ?? []) listener(Number(seq));
  };

  const connect = async () => {
    const opened = new pg.Client({ ...connection, application_name: 'ai-image-suite listen', keepAlive: true });
    const lost = (error?: Error) => {
      if (client !== opened) return;
      client = null;
      if (closed) return;
      log.warn({ err: error }, 'lost the connection that hears of changes');
      retry = setTimeout(() => void reconnect(), RETRY_MS);
    };
    opened.on('error', lost);
    opened.on('end', () => lost());
    opened.on('notification', (message) => hear(message.payload ?? ''));
    await opened.connect();
    await opened.query(`listen ${changeChannel}`);
    client = opened;
  };

  const reconnect = async () => {
    try {
      await connect();
    } catch (error) {
      log.warn({ err: error }, 'cannot hear of changes yet');
      if (!closed) retry = setTimeout(() => void reconnect(), RETRY_MS);
      return;
    }
    if (closed) await client?.end();
    else for (const group of listeners.values()) for (const listener of group) listener(null);
  };

  await connect();
  return {
    subscribe(eventId, onChange) {
      const group = listeners.get(eventId) ?? new Set();
      listeners.set(eventId, group);
      group.add(onChange);
      return () => {
        group.delete(onChange);
        if (group.size === 0 && listeners.get(eventId) === group) listeners.delete(eventId);
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      const open = client;
      client = null;
      await open?.end();
    },
  };
}

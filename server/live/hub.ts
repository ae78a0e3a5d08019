// Live updates: writers notify a topic in their transaction, and each process receives the notification once and passes it to its streams. Topics
// belong to domains: `event:<id>`, `person:<id>`.
import pg from 'pg';
import type { Logger } from 'pino';
import { applicationName, type DatabaseAddress } from '#server/db/pool.ts';
import { watchConnection, type WatchTimes } from '#server/db/watch-connection.ts';
import { CHANNEL } from '#server/live/topics-repository.ts';
import { createOutageLog } from '#server/outage-log.ts';

/** Fan-out of topic notifications to the open streams of this process. Payloads have no content: streams read it from the database. */
export interface LiveHub {
  /** Calls back on each notification committed by any process, with its number; and with `null` after a gap (reconnect). Returns the unsubscriber. */
  subscribe(topic: string, onChange: (seq: number | null) => void): () => void;
  /** The same for all topics, to invalidate caches: with the scope of the change instead of its number, and with `null` after a gap. */
  subscribeToAll(onChange: (topic: string | null, scope: string) => void): () => void;
  /** False while the connection is lost: nothing arrives. */
  isListening(): boolean;
  close(): Promise<void>;
}

const RETRY_MS = 500;
const CONNECT_MS = 10_000;

/**
 * Listens on a separate, direct connection (not through a pooler in transaction mode). A lost connection, or one that has fallen silent, is reopened;
 * subscribers then receive `null`, because notifications in between are lost.
 */
export async function openHub(connection: DatabaseAddress, log: Logger, watch?: WatchTimes): Promise<LiveHub> {
  const listeners = new Map<string, Set<(seq: number | null) => void>>();
  const listenersToAll = new Set<(topic: string | null, scope: string) => void>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  const outage = createOutageLog(log, { away: 'cannot hear of changes', back: 'hears of changes again' });

  const hear = (payload: string) => {
    const [topic = '', seq, scope = ''] = payload.split(' ');
    for (const listener of listenersToAll) listener(topic, scope);
    for (const listener of listeners.get(topic) ?? []) listener(Number(seq));
  };

  const connect = async () => {
    const opened = new pg.Client({
      ...connection,
      application_name: applicationName('listen'),
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    });
    const lost = (error = new Error('the connection that hears of changes has ended')) => {
      if (client !== opened) return;
      client = null;
      if (closed) return;
      outage.failed(error);
      retry = setTimeout(() => void reconnect(), RETRY_MS);
    };
    opened.on('error', lost);
    opened.on('end', () => lost());
    opened.on('notification', (message) => hear(message.payload ?? ''));
    await opened.connect();
    watchConnection(opened, watch);
    try {
      await opened.query(`listen ${CHANNEL}`);
    } catch (error) {
      await opened.end();
      throw error;
    }
    client = opened;
  };

  const reconnect = async () => {
    try {
      await connect();
    } catch (error) {
      outage.failed(error);
      if (!closed) retry = setTimeout(() => void reconnect(), RETRY_MS);
      return;
    }
    if (closed) {
      await client?.end();
      return;
    }
    outage.recovered();
    for (const listener of listenersToAll) listener(null, '');
    for (const group of listeners.values()) for (const listener of group) listener(null);
  };

  await connect();
  return {
    subscribe(topic, onChange) {
      const group = listeners.get(topic) ?? new Set();
      listeners.set(topic, group);
      group.add(onChange);
      return () => {
        group.delete(onChange);
        if (group.size === 0 && listeners.get(topic) === group) listeners.delete(topic);
      };
    },
    subscribeToAll(onChange) {
      listenersToAll.add(onChange);
      return () => void listenersToAll.delete(onChange);
    },
    isListening: () => client !== null,
    async close() {
      closed = true;
      clearTimeout(retry);
      const open = client;
      client = null;
      await open?.end();
    },
  };
}

/** Detects changes without a notification (an expired session, changed role permissions). */
const RECHECK_MS = 30_000;
/** The pause between two polls, which turns a burst of notifications into a few polls. */
const DEBOUNCE_MS = 100;
const POLL_RETRY_MS = 1000;

interface TopicHandlers {
  /** Reads new data. Resolves to true if there is more. */
  poll: () => Promise<boolean>;
  /** Called for each failed poll; it is retried. */
  onError: (error: unknown) => void;
}

interface TopicSubscription {
  /** Polls now, or once more after the running poll. */
  wake: () => void;
  end: () => void;
}

/** Polls on each notification of the topic, and every 30 s; one poll at a time. */
export function followTopic(hub: LiveHub, topic: string, { poll, onError }: TopicHandlers): TopicSubscription {
  let polling = false;
  let again = false;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const wake = () => {
    again = true;
    if (!polling && !ended) void run();
  };
  const run = async () => {
    polling = true;
    again = false;
    let pause = DEBOUNCE_MS;
    try {
      again = (await poll()) || again;
    } catch (error) {
      onError(error);
      again = true;
      pause = POLL_RETRY_MS;
    }
    timer = setTimeout(() => {
      polling = false;
      if (again && !ended) void run();
    }, pause);
  };
  const recheck = setInterval(wake, RECHECK_MS);
  const unsubscribe = hub.subscribe(topic, wake);
  return {
    wake,
    end() {
      ended = true;
      clearTimeout(timer);
      clearInterval(recheck);
      unsubscribe();
    },
  };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { subscribeOutbox, type OutboxMessage } from '#src/outbox/messages.ts';

export interface OutboxRead<T> {
  /** Undefined until the first reading. The last good one stays when a later one fails. */
  data: T | undefined;
  error: Error | null;
  reload: () => void;
}

/** A burst or a drain sends many messages: read at most this often. */
const settleMs = 80;

const changesQueue = ({ type }: OutboxMessage) => type === 'changed' || type === 'delivered';

/**
 * Something read from the outbox, read again when the outbox says that it changed. Nothing is polled.
 * @param read stable (useCallback): a new one means another question
 */
export function useOutboxRead<T>(read: () => Promise<T>): OutboxRead<T> {
  const [state, setState] = useState<{ asked: () => Promise<T>; data: T | undefined; error: Error | null }>({
    asked: read,
    data: undefined,
    error: null,
  });
  const again = useRef<() => void>(() => undefined);

  useEffect(() => {
    let gone = false;
    let running = false;
    let dirty = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const run = async () => {
      running = true;
      dirty = false;
      try {
        const data = await read();
        if (!gone) setState({ asked: read, data, error: null });
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        if (!gone) setState((before) => ({ asked: read, data: before.asked === read ? before.data : undefined, error: failure }));
      }
      running = false;
      if (dirty && !gone) plan();
    };
    const plan = () => {
      dirty = true;
      if (running || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        void run();
      }, settleMs);
    };
    again.current = () => void run();
    const unsubscribe = subscribeOutbox((message) => {
      if (changesQueue(message)) plan();
    });
    void run();
    return () => {
      gone = true;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [read]);

  const reload = useCallback(() => again.current(), []);
  return { data: state.asked === read ? state.data : undefined, error: state.error, reload };
}

import type { LiveHub } from './hub.ts';

/** Detects changes without a notification (an expired session, changed role permissions). */
const RECHECK_MS = 30_000;
/** After a look the next waits this long, so that a burst of news becomes few looks. */
const DEBOUNCE_MS = 100;
const RETRY_MS = 1000;

interface TopicHandlers {
  /** Reads new data. Resolves to true if there is more. */
  poll: () => Promise<boolean>;
  /** Called for each failed poll; it is retried. */
  onError: (error: unknown) => void;
}

export interface TopicSubscription {
  /** Looks now, or once more after the look under way. */
  wake: () => void;
  end: () => void;
}

/** Looks whenever the topic has news, and every 30 s: one look at a time. */
export function followTopic(hub: LiveHub, topic: string, { poll, onError }: TopicHandlers): TopicSubscription {
  let awake = false;
  let asked = false;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const wake = () => {
    asked = true;
    if (!awake && !ended) void run();
  };
  const run = async () => {
    awake = true;
    asked = false;
    let pause = DEBOUNCE_MS;
    try {
      asked = (await poll()) || asked;
    } catch (error) {
      onError(error);
      asked = true;
      pause = RETRY_MS;
    }
    timer = setTimeout(() => {
      awake = false;
      if (asked && !ended) void run();
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

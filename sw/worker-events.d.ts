// Static routes of service workers (https://w3c.github.io/ServiceWorker/#install-event-addRoutes), missing in lib.webworker.
interface RouterCondition {
  urlPattern?: URLPatternInit;
  or?: RouterCondition[];
}

interface ExtendableEvent {
  /** Part of `install`, since Chromium 123. The first matching rule applies; without one the request goes to the worker. */
  addRoutes?(rules: { condition: RouterCondition; source: 'network' | 'fetch-event' }[]): Promise<void>;
}

// Background Sync is not in TypeScript's WebWorker library: https://wicg.github.io/background-sync/spec/
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
}

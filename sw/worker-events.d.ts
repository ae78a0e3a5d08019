// Static routes of service workers (https://w3c.github.io/ServiceWorker/#install-event-addRoutes), which lib.webworker does not know yet.
interface RouterCondition {
  urlPattern?: URLPatternInit;
  or?: RouterCondition[];
}

interface ExtendableEvent {
  /** Of `install`, in Chromium 123 and later. The first rule that fits a request is taken; without one it goes to the worker. */
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

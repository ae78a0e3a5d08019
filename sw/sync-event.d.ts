// Background Sync is not in TypeScript's WebWorker library: https://wicg.github.io/background-sync/spec/
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
}

// What is set for the platform, for what is asked with each request: every process keeps it, and reads it anew when any of them has changed it.
import type { Deps } from '#server/deps.ts';
import { followTopic } from '#server/live/follow-topic.ts';
import { readSettings, SETTINGS_TOPIC, type Settings } from '#server/settings/repository.ts';

export interface LiveSettings {
  current: () => Settings;
  /** For who has just changed it. */
  reload: () => Promise<Settings>;
  close: () => void;
}

export async function openLiveSettings({ db, hub, log }: Pick<Deps, 'db' | 'hub' | 'log'>): Promise<LiveSettings> {
  let current = await readSettings(db);
  const reread = async () => (current = await readSettings(db));
  const failed = (error: unknown) => log.warn({ err: error }, 'cannot read what is set for the platform yet');
  const look = async () => {
    await reread();
    return false;
  };
  const topic = followTopic(hub, SETTINGS_TOPIC, { poll: look, onError: failed });
  return { current: () => current, reload: reread, close: () => topic.end() };
}

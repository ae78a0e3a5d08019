import type { Tone } from '#src/ui/badge.tsx';
import type { LogsSearch } from './logs-search.ts';
import type { LogEntry, LogFinding } from './queries.ts';

export const outcomeWords: Record<LogEntry['outcome'], { name: string; tone: Tone }> = {
  ok: { name: 'Done', tone: 'neutral' },
  refused: { name: 'Refused', tone: 'warning' },
  failed: { name: 'Failed', tone: 'danger' },
};

export const areaWords: Record<NonNullable<LogsSearch['area']>, string> = {
  account: 'Accounts',
  session: 'Logins and logouts',
  permission: 'Refused permissions',
  server: 'Server errors',
  organization: 'Organizations',
  billing: 'Billing',
  event: 'Events',
  photo: 'Photos',
  generation: 'Generated images',
  collection: 'Collections',
  ticket: 'Support requests',
  notification: 'Notifications',
  announcement: 'Announcements',
  role: 'Roles',
  platform: 'Platform',
  log: 'System logs',
};

/** "Organization: change member role". */
export function actionWords(action: string): string {
  const [area = '', ...verb] = action.replaceAll('_', ' ').split('.');
  return `${area.charAt(0).toUpperCase()}${area.slice(1)}: ${verb.join(' ')}`;
}

export const actorWords = ({ actor }: LogEntry): string => (actor ? actor.name || actor.email || 'Guest' : 'Nobody logged in');

/** What is wrong, in words. */
export function findingWords({ kind, block, entry }: LogFinding): string {
  switch (kind) {
    case 'entry_changed':
      return `Entry ${entry} was changed after it was sealed`;
    case 'entry_missing':
      return `Entry ${entry} was removed after it was sealed`;
    case 'entry_added':
      return `Entry ${entry} was added among entries that were sealed before it`;
    case 'entry_erased':
      return `What is personal in entry ${entry} was erased, though no account was deleted for that`;
    case 'block_changed':
      return `Block ${block} of the seal was changed`;
    case 'block_missing':
      return `Block ${block} of the seal, or one before it, is missing`;
    case 'block_forgotten':
      return `The entries of block ${block} were removed before their time`;
    case 'head_missing':
      return `Block ${block} was noted in the data folder, and is not there or is another: the end was cut or written anew`;
  }
}

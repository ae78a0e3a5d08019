import { nameOfFlag, nameOfRole } from '#src/domains/platform/permissions/permission-words.ts';
import type { Tone } from '#src/ui/badge.tsx';
import { actionNames } from './action-words.ts';
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

/** Of what has no words here: "Organization: change member role". */
export function actionWords(action: string): string {
  const name = actionNames[action];
  if (name !== undefined) return name;
  const [area = '', ...verb] = action.replaceAll('_', ' ').split('.');
  return `${area.charAt(0).toUpperCase()}${area.slice(1)}: ${verb.join(' ')}`;
}

const kindWords: Readonly<Record<string, string>> = {
  user: 'Account',
  organization: 'Organization',
  event: 'Event',
  photo: 'Photo',
  generation: 'Generation',
  generated_image: 'Generated image',
  generation_model: 'Model',
  image_collection: 'Collection',
  session: 'Session',
  ticket: 'Support request',
  announcement: 'Announcement',
  plan: 'Plan',
  plan_request: 'Request for the plan',
  invoice: 'Invoice',
  role: 'Role',
  settings: 'Settings',
  platform: 'Platform',
  request: 'Request',
  job: 'Background job',
  log: 'System logs',
};
/** Named by what they belong to. */
const joints: Readonly<Record<string, string>> = {
  photo: ' of ',
  generation: ' with ',
  generated_image: ' by ',
  session: ' of ',
  ticket: ' of ',
  plan_request: ' ',
};

const kindOf = (type: string): string => kindWords[type] ?? `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('_', ' ')}`;

/** Whom or what it is about: a name where there is one, else the id. Null of what is about the platform as a whole. */
export function subjectWords({ subject_type: type, subject_id: id, subject_name: name }: LogEntry): string | null {
  if (type === 'role' && id !== null) return nameOfRole(id);
  if (name === null) return id === null ? null : type === 'request' ? id : `${kindOf(type)} ${id.replaceAll('_', ' ')}`;
  const joint = joints[type];
  return joint === undefined ? name : `${kindOf(type)}${joint}${name}`;
}

export const subjectKind = ({ subject_type: type }: LogEntry): string => kindOf(type);

/** What was changed, where that is short: "User → Platform admin", the permission of a role. */
export function changeWords({ action, detail }: LogEntry): string | null {
  if (action === 'role.grant' || action === 'role.revoke') return nameOfFlag(detail?.flag);
  if (!action.endsWith('_role') || detail === null) return null;
  const { from, to = detail.role } = detail;
  if (typeof to !== 'string') return null;
  return typeof from === 'string' ? `${nameOfRole(from)} → ${nameOfRole(to)}` : nameOfRole(to);
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
    case 'head_unreadable':
      return 'What was noted in the data folder of how far the trail was sealed was changed, and cannot be read';
    case 'head_missing':
      return `Block ${block} was noted in the data folder, and is not there or is another: the end was cut or written anew`;
  }
}

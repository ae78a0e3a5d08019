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
  permission: 'Denied permissions',
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
  plan_request: 'Plan request',
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

export const actorWords = ({ actor }: LogEntry): string => (actor ? actor.name || actor.email || 'Guest' : 'Not logged in');

/** What is wrong, in words. */
export function findingWords({ kind, block, entry }: LogFinding): string {
  switch (kind) {
    case 'entry_changed':
      return `Entry ${entry} was changed after it was sealed`;
    case 'entry_missing':
      return `Entry ${entry} was removed after it was sealed`;
    case 'entry_added':
      return `Entry ${entry} was added among entries already sealed`;
    case 'entry_erased':
      return `Personal data in entry ${entry} was erased without an account deletion`;
    case 'block_changed':
      return `Seal block ${block} was changed`;
    case 'block_missing':
      return `Seal block ${block}, or one before it, is missing`;
    case 'block_forgotten':
      return `The entries of block ${block} were removed too early`;
    case 'head_unreadable':
      return 'The seal checkpoint in the data folder was changed and can’t be read';
    case 'head_missing':
      return `Block ${block} from the checkpoint in the data folder is missing or different. The end of the log was cut or rewritten.`;
  }
}

import { actionSentences, failedSentences, statusSentences, subjectTypeLabels } from '#openapi/log-labels.ts';
import { flagName, roleName } from '#src/domains/platform/permissions/queries.ts';
import { formatCount } from '#src/lib/format.ts';
import { nameOrEmail } from '#src/session/display-name.ts';
import type { Tone } from '#src/ui/badge.tsx';
import type { LogEntry, LogFinding, LogsSearch } from './queries.ts';

export const outcomeLabels: Record<LogEntry['outcome'], { name: string; tone: Tone }> = {
  ok: { name: 'Done', tone: 'neutral' },
  refused: { name: 'Refused', tone: 'warning' },
  failed: { name: 'Failed', tone: 'danger' },
};

export const areaLabels: Record<NonNullable<LogsSearch['area']>, string> = {
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

/** Name of an action without an entry, for filters: "Suspended an account". */
export const actionLabel = (action: string): string => fill(sentenceOf(action), () => null);

/** Falls back to the action's name if a newer server sends one without a sentence here: "Organization: change member role". */
function sentenceOf(action: string): string {
  const sentence = actionSentences[action];
  if (sentence !== undefined) return sentence;
  const [area = '', ...verb] = action.split('.');
  return `${humanize(area)}: ${verb.join(' ').replaceAll('_', ' ')}`;
}

const fill = (sentence: string, nameOf: (part: string) => string | null): string =>
  sentence.replace(/\{(?:(\w+)\|)?([^}]+)\}/g, (_, part: string | undefined, otherwise: string) => nameOf(part ?? 'subject') ?? otherwise);

/** "contact_email" or "sweep-photos" as words. */
function humanize(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Describes an entry with names: "Suspended Ana Silva in Aurora Events". */
export function entrySentence(entry: LogEntry): string {
  const { action, outcome, actor, detail } = entry;
  const own = action === 'account.delete' && actor?.id === entry.subject_id ? 'Deleted their account' : undefined;
  const failed = outcome === 'failed' ? failedSentences[action] : undefined;
  return fill(failed ?? own ?? statusSentences[action]?.[newStatusOf(detail)] ?? sentenceOf(action), (part) => nameIn(entry, part));
}

/** The same in an organization's history, without its name. */
export const organizationStepSentence = (step: string): string => fill(sentenceOf(`organization.${step}`), () => 'this organization');

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Empty if the status didn't change. */
function newStatusOf(detail: LogEntry['detail']): string {
  const to = isRecord(detail?.status) ? detail.status.to : detail?.to;
  return typeof to === 'string' ? to : '';
}

function nameIn(entry: LogEntry, part: string): string | null {
  const { subject_type: type, subject_id: id, person_name: person, organization, detail } = entry;
  switch (part) {
    case 'person':
      return person ?? (detail?.user_id === undefined && detail?.author_id === undefined ? null : 'a deleted account');
    case 'organization':
      return organization && (organization.name ?? 'a deleted organization');
    case 'flag':
      return isFilled(detail?.flag) ? flagName(detail.flag) : null;
    case 'email':
      return addressesIn(detail) ?? (type === 'invitation' || type === 'user' ? entry.subject_name : null);
    case 'kind': {
      const name = subjectName(entry);
      return name === null ? nameIn(entry, 'subject') : `the ${subjectTypeLabel(entry).toLowerCase()} ${name}`;
    }
    default:
      return subjectName(entry) ?? (id === null || deletesSubject(entry) ? null : (deletedSubjectLabels[type] ?? null));
  }
}

function addressesIn(detail: LogEntry['detail']): string | null {
  if (isFilled(detail?.email)) return detail.email;
  const [first, ...more] = Array.isArray(detail?.emails) ? detail.emails.filter(isFilled) : [];
  if (first === undefined) return null;
  return more.length === 0 ? first : `${first} and ${formatCount(more.length)} more`;
}

/** Whether the action deletes its subject. */
const deletesSubject = ({ action }: LogEntry): boolean => action.endsWith('.purge') || action.endsWith('.delete');

const deletedSubjectLabels: Readonly<Record<string, string>> = {
  user: 'a deleted account',
  member: 'a former member',
  organization: 'a deleted organization',
  event: 'a deleted event',
  announcement: 'a deleted announcement',
  image_collection: 'a deleted collection',
};

const decorated: Readonly<Record<string, (name: string) => string>> = {
  announcement: (name) => `the announcement “${name}”`,
  image_collection: (name) => `the collection “${name}”`,
  generation_model: (name) => `the model ${name}`,
  invoice: (name) => `invoice ${name}`,
  plan: (name) => `the ${name} plan`,
  plan_request: (name) => `the ${name} plan`,
};

/** The current name, or the recorded one. Null if it has no name. */
function subjectName({ subject_type: type, subject_id: id, subject_name: now, detail }: LogEntry): string | null {
  if (type === 'role' && id !== null) return roleName(id);
  if (type === 'request') return id;
  if (type === 'job' && id !== null) return humanize(id).toLowerCase();
  const name = now ?? [detail?.name, detail?.title, type === 'invitation' ? detail?.email : null].find(isFilled) ?? null;
  return name === null ? null : (decorated[type]?.(name) ?? name);
}

export const subjectTypeLabel = ({ subject_type: type }: LogEntry): string => subjectTypeLabels[type] ?? humanize(type);

/** Short details of a change: "User → Platform admin", "Name, contact email", or the reason of a rejection. */
export function changeSummary({ action, subject_type: type, subject_id: part, detail }: LogEntry): string | null {
  if (type === 'settings' && action === 'settings.change' && part !== null) return humanize(part);
  if (detail === null) return null;
  if (isFilled(detail.reason)) return `Reason: ${detail.reason}`;
  if (Array.isArray(detail.changed)) return fieldList(detail.changed.filter((name) => name !== 'status'));
  if (isRecord(detail.after)) return fieldList(Object.keys(detail.after));
  const { from, to = detail.role } = detail;
  if (isRecord(to) && action === 'organization.change_member_permissions') return permissionChanges(to);
  const wordsOf = (value: string) => (action.endsWith('_role') ? roleName(value) : value.includes('@') ? value : humanize(value));
  if (typeof to === 'number' && typeof from === 'number') return `${formatCount(from)} → ${formatCount(to)} days`;
  if (!isFilled(to) || statusSentences[action]?.[to] !== undefined) return null;
  return isFilled(from) ? `${wordsOf(from)} → ${wordsOf(to)}` : wordsOf(to);
}

function permissionChanges(permissions: Record<string, unknown>): string {
  const words = Object.entries(permissions).map(([flag, isOn]) => `${flagName(flag)}: ${isOn === true ? 'on' : 'off'}`);
  return words.length === 0 ? 'Same as their role' : words.join(', ');
}

function fieldList(names: readonly unknown[]): string | null {
  const words = names.filter(isFilled).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return words.length === 0 ? null : humanize(words.join(', '));
}

/** Entries without an address are by the server itself. */
export const actorName = ({ actor, ip }: LogEntry): string => (actor ? nameOrEmail(actor) : ip === null ? 'System' : 'Not logged in');

/** Describes a problem that verification found. */
export function findingMessage({ kind, block, entry }: LogFinding): string {
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

import { pluralize, formatRelativeTime } from '#src/lib/format.ts';
import type { ModelAudience, PlatformModel } from './queries.ts';

type ModelHealth = PlatformModel['health'];

export const audienceLabels: Record<ModelAudience, string> = {
  everyone: 'Everyone, even without an account',
  accounts: 'People with an account',
  organizations: 'Organizations only',
  super_admins: 'Super admins only',
};

const needs = (name: string, how: 'required' | 'optional' | 'none') => how !== 'none' && (how === 'required' ? name : `${name} (optional)`);

/** "Accepts a description, an image (optional), a mask." */
export function acceptedInputs({ capabilities: takes }: PlatformModel): string {
  const words = [
    needs('a description', takes.prompt),
    needs('an image', takes.source),
    takes.mask && 'a mask',
    takes.negative_prompt && 'exclusions',
    takes.strength && 'strength',
    takes.seed && 'a seed',
    takes.background && 'a background',
    takes.styles.length > 0 && pluralize(takes.styles.length, 'style', 'styles'),
    takes.sizes.length > 0 && pluralize(takes.sizes.length, 'size', 'sizes'),
    takes.aspect_ratios.length > 0 && pluralize(takes.aspect_ratios.length, 'aspect ratio', 'aspect ratios'),
  ];
  return `Accepts ${words.filter((word) => word !== false).join(', ')}.`;
}

export const formatDuration = (ms: number): string =>
  ms < 10_000 ? `${(Math.round(ms / 100) / 10).toLocaleString()} s` : `${Math.round(ms / 1000).toLocaleString()} s`;

export const ageOf = (at: string): string => formatRelativeTime(new Date(at).getTime());

/** "120 requests, 1 failed". */
export function healthSummary({ succeeded, failed }: Pick<ModelHealth, 'succeeded' | 'failed'>): string {
  if (succeeded === 0 && failed === 0) return 'No requests';
  return failed === 0
    ? `${pluralize(succeeded, 'request', 'requests')}, none failed`
    : `${pluralize(succeeded, 'request', 'requests')}, ${failed.toLocaleString()} failed`;
}

/** It failed after it had last succeeded. */
export const isFailing = ({ last_succeeded_at: good, last_failed_at: bad }: ModelHealth): boolean =>
  bad !== null && (good === null || new Date(bad) > new Date(good));

import * as v from 'valibot';
import { namedChoice } from '#src/domains/platform/named-choice.ts';
import type { ModelAudience, ModelChanges, PlatformModel } from './queries.ts';

/** Empty: no limit. */
const limit = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => text === '' || (/^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= most),
      `Enter a whole number from 1 to ${most.toLocaleString()}, or leave empty.`,
    ),
  );

export const modelFormSchema = v.object({
  enabled: v.boolean(),
  audience: v.picklist(['everyone', 'accounts', 'organizations', 'super_admins'] satisfies ModelAudience[]),
  free: v.boolean(),
  pro: v.boolean(),
  studio: v.boolean(),
  organization_ids: v.pipe(v.array(namedChoice), v.maxLength(100, 'At most 100 organizations.')),
  credits: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => /^\d{1,4}$/.test(text) && Number(text) <= 1000, 'Enter a whole number from 0 to 1,000.'),
  ),
  max_count: limit(8),
  max_pixels: v.string(),
  daily_limit: limit(100_000),
});
export type ModelFormValues = v.InferOutput<typeof modelFormSchema>;

const PLANS = ['free', 'pro', 'studio'] as const;
const written = (limited: number | null) => (limited === null ? '' : String(limited));

export const modelFormValues = (model: PlatformModel): ModelFormValues => ({
  enabled: model.enabled,
  audience: model.audience,
  free: model.plans.includes('free'),
  pro: model.plans.includes('pro'),
  studio: model.plans.includes('studio'),
  organization_ids: model.organizations,
  credits: String(model.credits),
  max_count: written(model.max_count),
  max_pixels: written(model.max_pixels),
  daily_limit: written(model.daily_limit),
});

const read = (text: string) => (text === '' ? null : Number(text));

/** What differs of a model. */
export function modelChanges(model: PlatformModel, values: ModelFormValues): ModelChanges {
  const all: ModelChanges = {
    enabled: values.enabled,
    audience: values.audience,
    plans: PLANS.filter((plan) => values[plan]),
    organization_ids: values.organization_ids.map(({ id }) => id),
    credits: Number(values.credits),
    max_count: read(values.max_count),
    max_pixels: read(values.max_pixels),
    daily_limit: read(values.daily_limit),
  };
  const before: ModelChanges = {
    ...model,
    plans: PLANS.filter((plan) => model.plans.includes(plan)),
    organization_ids: model.organizations.map(({ id }) => id),
  };
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof ModelChanges]);
  return Object.fromEntries(Object.entries(all).filter(differs));
}

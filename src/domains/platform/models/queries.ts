// Queries, mutations and labels of the platform's models.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { formatRelativeTime, pluralize } from '#src/lib/format.ts';
import { updateCached } from '#src/shell/update-cached.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { call } from '#src/transport/call.ts';
import { api } from '#src/transport/client.ts';
import { imageForm } from '#src/transport/image-form.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type PlatformModel = Schemas['PlatformModel'];
export type PlatformModels = Schemas['PlatformModelList'];
export type ModelProvider = PlatformModels['providers'][number];
export type ProviderKey = Schemas['ProviderKey'];
export type KeyTest = Schemas['ProviderKeyTest'];
type KeyedProviderId = Schemas['KeyedProviderId'];
export type ModelAudience = Schemas['ModelAudience'];
export type ModelChanges = Schemas['ChangePlatformModelRequest'];
export type TestGeneration = Schemas['Generation'];

export const platformModelsQuery = queryOptions({
  queryKey: ['platform', 'models'],
  queryFn: ({ signal }) => call('GET /api/v1/platform/generation-models', { signal }),
  meta: { persist: true, anew: true },
});

export const invalidateModels = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: platformModelsQuery.queryKey });

/** Sets an absolute state, so that the last call wins. */
export const switchModel = (modelId: string, enabled: boolean): Promise<PlatformModel> =>
  call('PATCH /api/v1/platform/generation-models/{modelId}', { path: { modelId }, body: { enabled } });

/** @throws ApiError 412 `changed_meanwhile` if the model no longer equals `base` */
export const changeModel = ({ id: modelId, version }: PlatformModel, body: ModelChanges): Promise<PlatformModel> =>
  call('PATCH /api/v1/platform/generation-models/{modelId}', { path: { modelId }, header: { 'If-Match': `"${version}"` }, body });

export const orderModels = async (ids: string[]) => (await call('PUT /api/v1/platform/generation-model-order', { body: { ids } })).ids;

export function cacheModelOrder(client: QueryClient, ids: readonly string[]): void {
  updateCached<PlatformModels>(client, platformModelsQuery.queryKey, (data) => ({
    ...data,
    items: data.items.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
  }));
}

/** @param id also the `Idempotency-Key`, so that a retry creates it once */
export async function startTestRun(modelId: string, id: string, prompt: string, picture: File | null): Promise<TestGeneration> {
  const source = picture && unwrap(await api.POST('/api/v1/generation-sources', imageForm(picture))).id;
  return call('POST /api/v1/platform/generation-models/{modelId}/test', {
    path: { modelId },
    header: { 'Idempotency-Key': id },
    body: { prompt, source },
  });
}

export const testResultUrl = (imageId: string): string => apiUrl(`/api/v1/generated-images/${imageId}/preview`);

/** Polling interval of an unfinished test run. */
const EVERY_MS = 1000;

export const testRunQuery = (started: TestGeneration) =>
  queryOptions({
    queryKey: ['platform', 'models', 'test', started.id] as const,
    queryFn: ({ signal }) => call('GET /api/v1/generations/{generationId}', { path: { generationId: started.id }, signal }),
    initialData: started,
    refetchInterval: ({ state }) => (state.data?.finished_at == null ? EVERY_MS : false),
  });

const ofProvider = (id: string) => ({ providerId: id as KeyedProviderId });

export const saveKey = (providerId: string, key: string): Promise<ProviderKey> =>
  call('PUT /api/v1/platform/generation-providers/{providerId}/key', { path: ofProvider(providerId), body: { key } });

/**
 * Can be repeated.
 * @throws ApiError 412 `changed_meanwhile` if someone else has set another one
 */
export const removeKey = (providerId: string, version: string | null): Promise<ProviderKey> =>
  call('DELETE /api/v1/platform/generation-providers/{providerId}/key', {
    path: ofProvider(providerId),
    header: { 'If-Match': version === null ? undefined : `"${version}"` },
  });

/** @throws ApiError 412 `changed_meanwhile` if someone else has set another one */
export const applyKey = (providerId: string, version: string): Promise<ProviderKey> =>
  call('POST /api/v1/platform/generation-providers/{providerId}/key/use', {
    path: ofProvider(providerId),
    header: { 'If-Match': `"${version}"` },
  });

export const testKey = (providerId: string): Promise<KeyTest> =>
  call('POST /api/v1/platform/generation-providers/{providerId}/key/test', { path: ofProvider(providerId) });

type ModelHealth = PlatformModel['health'];

export const audienceLabels: Record<ModelAudience, string> = {
  everyone: 'Everyone, including people without an account',
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
    takes.steps !== null && 'steps',
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
  const all = succeeded + failed;
  if (all === 0) return 'No requests';
  return `${pluralize(all, 'request', 'requests')}, ${failed === 0 ? 'none' : failed.toLocaleString()} failed`;
}

/** Whether the provider refused the key at the latest attempt. Lists that were cached by an earlier release don't know. */
export const isKeyRefused = (health: ModelHealth): boolean =>
  isFailing(health) && (health.last_error_code as ModelHealth['last_error_code'] | undefined) === 'not_configured';

/** Whether the latest attempt failed. */
export const isFailing = ({ last_succeeded_at: good, last_failed_at: bad }: ModelHealth): boolean =>
  bad !== null && (good === null || new Date(bad) > new Date(good));

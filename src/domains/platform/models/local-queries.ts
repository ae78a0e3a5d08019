// Queries and calls of local models, which are installed on the servers themselves.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '#openapi/api.ts';
import { call } from '#src/transport/call.ts';

type Schemas = components['schemas'];
export type LocalModel = Schemas['LocalModel'];
export type LocalModelList = Schemas['LocalModelList'];
export type LocalModelSource = Schemas['LocalModelSource'];
export type LocalModelStatus = 'available' | 'unfit' | 'installing' | 'installed' | 'failed';

/** While something is being installed. */
const EVERY_MS = 1000;

export const localModelsQuery = queryOptions({
  queryKey: ['platform', 'local-models'],
  queryFn: ({ signal }) => call('GET /api/v1/platform/local-models', { signal }),
  meta: { persist: true, anew: true },
  refetchInterval: ({ state }) => (state.data?.items.some((model) => statusOf(model) === 'installing') ? EVERY_MS : false),
});

export const invalidateLocalModels = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: localModelsQuery.queryKey });

/** Fetches the manifest only. */
export const readManifest = (source: LocalModelSource): Promise<LocalModel> =>
  call('POST /api/v1/platform/local-model-manifest', { body: { source } });

/** @param sha256 of the manifest that the person saw */
export const installModel = (name: string, source: LocalModelSource, sha256: string): Promise<LocalModel> =>
  call('PUT /api/v1/platform/local-models/{localModelName}', {
    path: { localModelName: name },
    body: { source, manifest_sha256: sha256, license_accepted: true },
  });

export const removeModel = (name: string): Promise<Schemas['LocalModelRemoval']> =>
  call('DELETE /api/v1/platform/local-models/{localModelName}', { path: { localModelName: name } });

/** With several servers: failed if one failed, installing if one is not done. */
export function statusOf({ installation, misfit }: LocalModel): LocalModelStatus {
  if (!installation) return misfit === null ? 'available' : 'unfit';
  const { machines } = installation;
  if (machines.some(({ status }) => status === 'installing')) return 'installing';
  if (machines.some(({ status }) => status === 'failed')) return 'failed';
  return machines.length > 0 ? 'installed' : 'installing';
}

/** "about 12 s per image". */
export function describeDuration(seconds: number): string {
  if (seconds < 1) return 'less than a second per image';
  if (seconds < 90) return `about ${Math.round(seconds).toLocaleString()} s per image`;
  return `about ${Math.round(seconds / 60).toLocaleString()} min per image`;
}

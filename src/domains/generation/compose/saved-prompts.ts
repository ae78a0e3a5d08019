// Queries and mutations of the prompt library.
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { components } from '#openapi/api.ts';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { api } from '#src/transport/client.ts';
import { unwrap } from '#src/transport/problem.ts';

type Schemas = components['schemas'];
export type SavedPrompt = Schemas['SavedPrompt'];

const KEY = ['generation', 'saved-prompts'] as const;

export const savedPromptsQuery = (owner: ImageOwner) =>
  queryOptions({
    queryKey: [...KEY, owner] as const,
    queryFn: async ({ signal }) => {
      const query = owner === null ? {} : { organization_id: owner };
      return unwrap(await api.GET('/api/v1/saved-prompts', { params: { query }, signal })).items;
    },
    meta: { persist: true, anew: true },
  });

export const invalidatePrompts = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: KEY });

const promptParams = (promptId: string) => ({ params: { path: { promptId } } });

export const createPrompt = async (body: Schemas['CreateSavedPromptRequest']): Promise<SavedPrompt> =>
  unwrap(await api.POST('/api/v1/saved-prompts', { body }));
export const changePrompt = async (id: string, body: Schemas['ChangeSavedPromptRequest']): Promise<SavedPrompt> =>
  unwrap(await api.PUT('/api/v1/saved-prompts/{promptId}', { ...promptParams(id), body }));

/** Optimistic patches, by prompt id. */
const overlay = createOverlay<SavedPrompt>();
export const usePatchedPrompts = overlay.usePatched;

const deleting = (client: QueryClient) =>
  optimisticMutation<SavedPrompt>({
    item: ({ id }) => `prompt ${id}`,
    apply: ({ id }) => overlay.add(id, null),
    send: async ({ id }) => unwrap(await api.DELETE('/api/v1/saved-prompts/{promptId}', promptParams(id))),
    revert: async ({ id }) => unwrap(await api.POST('/api/v1/saved-prompts/{promptId}/restore', promptParams(id))),
    done: ({ title }) => `“${title}” deleted`,
    failed: 'Couldn’t delete the prompt',
    settle: () => invalidatePrompts(client),
  });

const favoriting = (client: QueryClient) =>
  optimisticMutation<{ prompt: SavedPrompt; favorite: boolean }>({
    item: ({ prompt }) => `prompt ${prompt.id}`,
    apply: ({ prompt, favorite }) => overlay.add(prompt.id, { is_favorite: favorite }),
    send: async ({ prompt, favorite }) =>
      unwrap(
        await (favorite
          ? api.PUT('/api/v1/saved-prompts/{promptId}/favorite', promptParams(prompt.id))
          : api.DELETE('/api/v1/saved-prompts/{promptId}/favorite', promptParams(prompt.id))),
      ),
    failed: 'Couldn’t change your favorites',
    settle: () => invalidatePrompts(client),
  });

export function usePromptActions() {
  const client = useQueryClient();
  return useMemo(() => {
    const setFavorite = favoriting(client);
    return { remove: deleting(client), setFavorite: (prompt: SavedPrompt, favorite: boolean) => setFavorite({ prompt, favorite }) };
  }, [client]);
}

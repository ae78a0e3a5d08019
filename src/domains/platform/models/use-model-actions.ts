import { useQueryClient } from '@tanstack/react-query';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { invalidateModels, orderModels, cacheModelOrder, switchModel, type PlatformModel } from './queries.ts';

/** Optimistic patches, by the model's id. */
export const platformModelOverlay = createOverlay<PlatformModel>();

interface Switched {
  model: PlatformModel;
  enabled: boolean;
}
interface Ordered {
  name: string;
  before: string[];
  after: string[];
}

export function useModelActions() {
  const client = useQueryClient();
  const settle = () => invalidateModels(client);
  const setEnabled = optimisticMutation<Switched>({
    item: ({ model }) => `model:${model.id}`,
    settle,
    apply: ({ model, enabled }) => platformModelOverlay.add(model.id, { enabled }),
    commit: ({ model, enabled }) => switchModel(model.id, enabled),
    applyRevert: ({ model, enabled }) => platformModelOverlay.add(model.id, { enabled: !enabled }),
    revert: ({ model, enabled }) => switchModel(model.id, !enabled),
    done: ({ model, enabled }) => `${model.name} turned ${enabled ? 'on' : 'off'}`,
    failed: 'Couldn’t switch the model',
  });
  const shownAs = (ids: readonly string[], otherwise: readonly string[]) => {
    cacheModelOrder(client, ids);
    return () => cacheModelOrder(client, otherwise);
  };
  const setOrder = optimisticMutation<Ordered, string[]>({
    item: () => 'model-order',
    settle,
    // What is read again stands in the order that the server answered.
    apply: ({ before, after }) => shownAs(after, before),
    commit: ({ after }) => orderModels(after),
    applyRevert: ({ before, after }) => shownAs(before, after),
    revert: ({ before }) => orderModels(before),
    done: ({ name }) => `${name} moved`,
    failed: 'Couldn’t change the order',
  });
  return { setEnabled, setOrder };
}

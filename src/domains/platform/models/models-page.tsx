// What images are made with: for whom, at what price, in which order, and how each fares.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { DataTable } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Sparkles } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { modelColumns } from './model-columns.tsx';
import { ProviderHealth } from './provider-health.tsx';
import { platformModelsQuery, type PlatformModel, type PlatformModels } from './queries.ts';
import { platformModelOverlay, useModelActions } from './use-model-actions.ts';

const close = ({ onClose }: { onClose: () => void }) => onClose();
const ModelForm = lazyPart(() => import('./model-form.tsx'), { name: 'the form', close });
const TestRun = lazyPart(() => import('./test-run.tsx'), { name: 'the test run', close });

export function ModelsPage() {
  const query = useQuery(platformModelsQuery);
  useRefetchOnReconnect(query);
  return (
    <Page title="Model Management" lead="Who can use each model, what it costs, and how it performs.">
      <QueryState
        query={query}
        skeleton={<ModelsSkeleton />}
        failed="Couldn’t load the models"
        offline="Managing models needs a connection."
      >
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
            <ProviderHealth providers={data.providers} />
            <Models {...data} />
          </div>
        )}
      </QueryState>
    </Page>
  );
}

function Models({ items }: PlatformModels) {
  const asChanged = platformModelOverlay.usePatched();
  const { setEnabled, setOrder } = useModelActions();
  const isOnline = useConnection() === 'online';
  const [edited, setEdited] = useState<PlatformModel | null>(null);
  const [tested, setTested] = useState<PlatformModel | null>(null);
  const models = items.flatMap((model) => asChanged(model.id, model) ?? []);
  const ids = models.map(({ id }) => id);
  const move = ({ id, name }: PlatformModel, by: -1 | 1) => {
    const from = ids.indexOf(id);
    setOrder({ name, before: ids, after: ids.toSpliced(from, 1).toSpliced(from + by, 0, id) });
  };
  return (
    <section aria-label="Models" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-semibold">Models</h2>
      {models.length === 0 ? (
        <EmptyState icon={<Sparkles />} title="No models yet">
          Models appear once a provider is set up on the server.
        </EmptyState>
      ) : (
        <DataTable
          label="Models"
          columns={modelColumns({
            disabledReason: isOnline ? null : NEEDS_CONNECTION,
            isFirst: ({ id }) => id === ids[0],
            isLast: ({ id }) => id === ids.at(-1),
            onSwitch: (model) => setEnabled({ model, enabled: !model.enabled }),
            onMove: move,
            onEdit: setEdited,
            onTest: setTested,
          })}
          items={models}
          keyOf={({ id }) => id}
          tableFrom="lg"
        />
      )}
      {edited && <ModelForm model={edited} onClose={() => setEdited(null)} />}
      {tested && <TestRun model={tested} onClose={() => setTested(null)} />}
    </section>
  );
}

function ModelsSkeleton() {
  return (
    <Loading label="Loading the models" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Skeleton className="h-32 rounded-lg" />
        <Skeleton className="h-32 rounded-lg" />
      </div>
      <Skeleton className="h-80 rounded-lg" />
    </Loading>
  );
}

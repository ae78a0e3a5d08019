// The image models: access, price, order and health.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { createOverlay } from '#src/shell/overlay.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Badge } from '#src/ui/badge.tsx';
import { type Column, DataTable } from '#src/ui/data-table.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ArrowDown, ArrowUp, CircleCheck, CircleOff, EllipsisVertical, FlaskConical, SlidersHorizontal, Sparkles } from '#src/ui/icons.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Page } from '#src/ui/page.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { LocalModels } from './local-models.tsx';
import { PaidToday } from './paid-today.tsx';
import { Providers } from './providers.tsx';
import {
  audienceLabels,
  cacheModelOrder,
  healthSummary,
  invalidateModels,
  isFailing,
  isKeyRefused,
  orderModels,
  type PlatformModel,
  type PlatformModels,
  platformModelsQuery,
  switchModel,
} from './queries.ts';

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
        offline="You need a connection to manage models."
      >
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <DataAge at={query.dataUpdatedAt} failed={query.isRefetchError} />
            <Providers providers={data.providers} />
            <LocalModels />
            {data.items.some(({ costs_money: costsMoney }) => costsMoney) && <PaidToday today={data.paid_today} />}
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
          Models appear once a provider has a key.
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

const platformModelOverlay = createOverlay<PlatformModel>();

interface Switched {
  model: PlatformModel;
  enabled: boolean;
}
interface Ordered {
  name: string;
  before: string[];
  after: string[];
}

function useModelActions() {
  const client = useQueryClient();
  const settle = () => invalidateModels(client);
  const setEnabled = optimisticMutation<Switched>({
    item: ({ model }) => `model:${model.id}`,
    settle,
    apply: ({ model, enabled }) => platformModelOverlay.add(model.id, { enabled }),
    send: ({ model, enabled }) => switchModel(model.id, enabled),
    applyRevert: ({ model, enabled }) => platformModelOverlay.add(model.id, { enabled: !enabled }),
    revert: ({ model, enabled }) => switchModel(model.id, !enabled),
    done: ({ model, enabled }) => `${model.name} turned ${enabled ? 'on' : 'off'}`,
    failed: 'Couldn’t turn the model on or off',
  });
  const shownAs = (ids: readonly string[], otherwise: readonly string[]) => {
    cacheModelOrder(client, ids);
    return () => cacheModelOrder(client, otherwise);
  };
  const setOrder = optimisticMutation<Ordered, string[]>({
    item: () => 'model-order',
    settle,
    // Refetched items are in the server's order.
    apply: ({ before, after }) => shownAs(after, before),
    send: ({ after }) => orderModels(after),
    applyRevert: ({ before, after }) => shownAs(before, after),
    revert: ({ before }) => orderModels(before),
    done: ({ name }) => `${name} moved`,
    failed: 'Couldn’t change the order',
  });
  return { setEnabled, setOrder };
}

interface ModelColumnOptions {
  /** Why nothing can be changed now. */
  disabledReason: string | null;
  isFirst: (model: PlatformModel) => boolean;
  isLast: (model: PlatformModel) => boolean;
  onSwitch: (model: PlatformModel) => void;
  onMove: (model: PlatformModel, by: -1 | 1) => void;
  onEdit: (model: PlatformModel) => void;
  onTest: (model: PlatformModel) => void;
}

const modelColumns = (options: ModelColumnOptions): Column<PlatformModel>[] => [
  {
    head: 'Model',
    part: 'title',
    cell: ({ name, provider, is_ai: isAi, licence }) => (
      <span className="grid gap-0.5">
        <span className="line-clamp-2" title={name}>
          {name}
        </span>
        <span className="text-sm font-normal text-ink-muted">
          {provider} · {isAi ? 'AI model' : 'Not an AI model'}
          {licence && ` · ${licence}`}
        </span>
      </span>
    ),
  },
  { head: 'Status', part: 'fact', cell: (model) => <ModelState model={model} /> },
  {
    head: 'Available to',
    part: 'fact',
    cell: (model) => (
      <span className="line-clamp-2 wrap-anywhere whitespace-normal lg:w-64" title={usersOf(model)}>
        {usersOf(model)}
      </span>
    ),
    onCard: usersOf,
  },
  {
    head: 'Credits',
    part: 'fact',
    cell: ({ credits, costs_money: costsMoney }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {credits === 0 ? 'Free' : pluralize(credits, 'credit', 'credits')}
        {costsMoney && <Badge tone="warning">Costs money</Badge>}
      </span>
    ),
  },
  {
    head: 'Last 7 days',
    part: 'fact',
    cell: ({ health, is_set_up: isSetUp }) =>
      isSetUp && isKeyRefused(health) ? (
        <Badge tone="danger">Key refused</Badge>
      ) : isFailing(health) ? (
        <Badge tone="warning">{healthSummary(health)}</Badge>
      ) : (
        healthSummary(health)
      ),
    onCard: ({ health, is_set_up: isSetUp }) =>
      `${isSetUp && isKeyRefused(health) ? 'Key refused by the provider, ' : ''}${healthSummary(health)} in the last 7 days`,
  },
  { head: 'Actions', part: 'action', cell: (model) => <ModelMenu model={model} {...options} /> },
];

function usersOf({ audience, plans, organizations }: PlatformModel): string {
  const [only] = organizations;
  if (only && organizations.length === 1) return only.name;
  if (only) return pluralize(organizations.length, 'organization', 'organizations');
  return plans.length > 0 ? `${audienceLabels[audience]}, some plans` : audienceLabels[audience];
}

function ModelState({ model: { enabled, is_set_up: isSetUp } }: { model: PlatformModel }) {
  if (!isSetUp) return <Badge>Not set up</Badge>;
  return enabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>;
}

function ModelMenu({
  model,
  disabledReason,
  isFirst,
  isLast,
  onSwitch,
  onMove,
  onEdit,
  onTest,
}: ModelColumnOptions & { model: PlatformModel }) {
  const isSetUp = model.is_set_up ? null : 'Its provider has no key, or isn’t set up on this server.';
  const isUntestable = model.capabilities.mask_required ? 'A test run has no marked area, which it needs. Use it with an image.' : null;
  return (
    <DropdownMenu
      trigger={<IconButton label={`Actions for ${model.name}`} size="sm" icon={<EllipsisVertical aria-hidden className="size-5" />} />}
    >
      <MenuItem icon={<SlidersHorizontal aria-hidden />} disabledReason={disabledReason} onSelect={() => onEdit(model)}>
        Access and limits
      </MenuItem>
      <MenuItem
        icon={<FlaskConical aria-hidden />}
        disabledReason={disabledReason ?? isSetUp ?? isUntestable}
        onSelect={() => onTest(model)}
      >
        Test run
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<ArrowUp aria-hidden />}
        disabledReason={disabledReason ?? (isFirst(model) ? 'Already first.' : null)}
        onSelect={() => onMove(model, -1)}
      >
        Move up
      </MenuItem>
      <MenuItem
        icon={<ArrowDown aria-hidden />}
        disabledReason={disabledReason ?? (isLast(model) ? 'Already last.' : null)}
        onSelect={() => onMove(model, 1)}
      >
        Move down
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={model.enabled ? <CircleOff aria-hidden /> : <CircleCheck aria-hidden />}
        disabledReason={disabledReason}
        onSelect={() => onSwitch(model)}
      >
        {model.enabled ? 'Turn off' : 'Turn on'}
      </MenuItem>
    </DropdownMenu>
  );
}

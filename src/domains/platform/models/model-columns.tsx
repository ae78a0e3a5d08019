import { pluralize } from '#src/lib/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ArrowDown, ArrowUp, CircleCheck, CircleOff, EllipsisVertical, FlaskConical, SlidersHorizontal } from '#src/ui/icons.ts';
import { audienceLabels, healthSummary, isFailing } from './model-labels.ts';
import type { PlatformModel } from './queries.ts';

export interface ModelColumnOptions {
  /** Why nothing can be changed now. */
  disabledReason: string | null;
  isFirst: (model: PlatformModel) => boolean;
  isLast: (model: PlatformModel) => boolean;
  onSwitch: (model: PlatformModel) => void;
  onMove: (model: PlatformModel, by: -1 | 1) => void;
  onEdit: (model: PlatformModel) => void;
  onTest: (model: PlatformModel) => void;
}

export const modelColumns = (options: ModelColumnOptions): Column<PlatformModel>[] => [
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
  { head: 'Credits', part: 'fact', cell: ({ credits }) => (credits === 0 ? 'Free' : pluralize(credits, 'credit', 'credits')) },
  {
    head: 'Last 7 days',
    part: 'fact',
    cell: ({ health }) => (isFailing(health) ? <Badge tone="warning">{healthSummary(health)}</Badge> : healthSummary(health)),
    onCard: ({ health }) => `${healthSummary(health)} in the last 7 days`,
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
  const isSetUp = model.is_set_up ? null : 'This server doesn’t have what this model needs.';
  return (
    <DropdownMenu
      trigger={<IconButton label={`Actions for ${model.name}`} size="sm" icon={<EllipsisVertical aria-hidden className="size-5" />} />}
    >
      <MenuItem icon={<SlidersHorizontal aria-hidden />} disabledReason={disabledReason} onSelect={() => onEdit(model)}>
        Access and limits
      </MenuItem>
      <MenuItem icon={<FlaskConical aria-hidden />} disabledReason={disabledReason ?? isSetUp} onSelect={() => onTest(model)}>
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

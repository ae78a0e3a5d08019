// The prompt library: one's own prompts, those of the organization, and the built-in templates.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { cn } from '#src/ui/cn.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Heart, Library, PencilLine, Plus, Trash2 } from '#src/ui/icons.ts';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { PromptForm } from './prompt-form.tsx';
import { changesOfPrompt, type ImageRecipe } from './recipe.ts';
import { savedPromptsQuery, type SavedPrompt, usePatchedPrompts, usePromptActions } from './saved-prompts.ts';

export interface PromptLibraryProps {
  owner: ImageOwner;
  recipe: ImageRecipe;
  templates: readonly { name: string; prompt: string }[];
  onRecipe: (change: Partial<ImageRecipe>) => void;
  onClose: () => void;
}

type Filter = 'all' | 'favorites' | 'templates';
const filters = [
  { value: 'all', label: 'All' },
  { value: 'favorites', label: 'Favorites' },
  { value: 'templates', label: 'Templates' },
] as const;

const matches = (q: string, ...texts: string[]) => texts.some((text) => text.toLocaleLowerCase().includes(q.toLocaleLowerCase()));

const ROW = 'grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line py-2 first:border-t-0';

export default function PromptLibrary({ owner, recipe, templates, onRecipe, onClose }: PromptLibraryProps) {
  const own = useQuery(savedPromptsQuery(null));
  const shared = useQuery({ ...savedPromptsQuery(owner), enabled: owner !== null });
  const asChanged = usePatchedPrompts();
  const { remove, setFavorite } = usePromptActions();
  const [filter, setFilter] = useState<Filter>('all');
  const [q, setQ] = useState('');
  const [form, setForm] = useState<{ saved: SavedPrompt | null } | null>(null);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const take = (change: Partial<ImageRecipe>) => {
    onRecipe(change);
    onClose();
  };
  if (form) return <PromptForm owner={owner} saved={form.saved} recipe={recipe} onDone={() => setForm(null)} />;
  const shownTemplates = filter === 'favorites' ? [] : templates.filter(({ name, prompt }) => matches(q, name, prompt));
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title="Prompts"
      description="Saved prompts and templates. Choose one to use it."
      footer={
        <Button
          className="flex-1"
          icon={<Plus aria-hidden className="size-4" />}
          disabledReason={offline || (recipe.prompt.trim() === '' && 'Describe the image first, then save the description here.')}
          onClick={() => setForm({ saved: null })}
        >
          Save current prompt
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1">
        <SearchInput label="Search prompts" placeholder="Title or text" value={q} onSearch={setQ} isLandmark={false} />
        <ChoiceChips legend="Show" options={filters} value={filter} onChange={setFilter} />
        {filter !== 'templates' && (
          <QueryState
            query={owner === null || shared.data ? own : shared}
            as="part"
            failed="Couldn’t load the prompts"
            offline="Prompts you’ve opened before are available offline."
            skeleton={<RowsSkeleton label="Loading the prompts" rows={3} row={ROW} lines={['h-5 w-40', 'h-4 w-56']} />}
          >
            {() => {
              const all = [...(own.data ?? []), ...(owner === null ? [] : (shared.data ?? []))].flatMap(
                (each) => asChanged(each.id, each) ?? [],
              );
              const shown = all.filter((each) => (filter === 'all' || each.is_favorite) && matches(q, each.title, each.prompt));
              return (
                <>
                  <DataAge at={own.dataUpdatedAt} failed={own.isError} />
                  {shown.length === 0 ? (
                    <EmptyState icon={<Library />} title={emptyTitle(filter, q, all.length)}>
                      {all.length === 0
                        ? 'Describe an image, and save the description to use it again.'
                        : 'Change the search or the filter.'}
                    </EmptyState>
                  ) : (
                    <ul aria-label="Saved prompts" className="grid grid-cols-[minmax(0,1fr)]">
                      {shown.map((each) => (
                        <li key={each.id} className={ROW}>
                          <PromptRow
                            saved={each}
                            offline={offline}
                            onUse={() => take(changesOfPrompt(each.prompt, each.recipe))}
                            onFavorite={() => setFavorite(each, !each.is_favorite)}
                            onEdit={() => setForm({ saved: each })}
                            onDelete={() => remove(each)}
                          />
                        </li>
                      ))}
                    </ul>
                  )}
                </>
              );
            }}
          </QueryState>
        )}
        {shownTemplates.length > 0 && (
          <section aria-label="Templates" className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <h3 className="text-sm font-medium text-ink-muted">Templates</h3>
            <ul className="grid grid-cols-[minmax(0,1fr)]">
              {shownTemplates.map(({ name, prompt }) => (
                <li key={name} className={ROW}>
                  <UseButton title={name} prompt={prompt} onUse={() => take({ prompt })} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {filter === 'templates' && shownTemplates.length === 0 && (
          <EmptyState icon={<Library />} title="No matching templates">
            Change the search.
          </EmptyState>
        )}
      </div>
    </Sheet>
  );
}

function emptyTitle(filter: Filter, q: string, count: number): string {
  if (count === 0) return 'No saved prompts yet';
  return filter === 'favorites' && q === '' ? 'No favorites yet' : 'No matching prompts';
}

function UseButton({ title, prompt, onUse }: { title: string; prompt: string; onUse: () => void }) {
  return (
    <button type="button" onClick={onUse} className="grid min-h-11 content-center rounded-md px-2 py-1 text-left hover:bg-hover">
      <span className="truncate font-medium">{title}</span>
      <span className="line-clamp-2 text-sm text-ink-muted">{prompt}</span>
    </button>
  );
}

interface PromptRowProps {
  saved: SavedPrompt;
  offline: string | false;
  onUse: () => void;
  onFavorite: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

const ONLY_AUTHOR = 'Only the person who saved this prompt or someone who manages settings can do this.';

function PromptRow({ saved, offline, onUse, onFavorite, onEdit, onDelete }: PromptRowProps) {
  const { title, prompt, can, is_favorite: isFavorite, organization_id: organization, recipe } = saved;
  const refusal = offline || (!can.change && ONLY_AUTHOR);
  return (
    <>
      <UseButton title={title} prompt={prompt} onUse={onUse} />
      <div className="flex items-center gap-1 pl-2">
        <span className="flex min-w-0 flex-1 flex-wrap gap-1">
          {organization !== null && <Badge tone="neutral">Organization</Badge>}
          {recipe && <Badge tone="neutral">With model</Badge>}
        </span>
        <IconButton
          label={isFavorite ? `Remove ${title} from favorites` : `Add ${title} to favorites`}
          disabledReason={offline}
          icon={<Heart aria-hidden className={cn('size-4', isFavorite && 'fill-current text-[#d6336c]')} />}
          onClick={onFavorite}
        />
        <IconButton
          label={`Edit ${title}`}
          disabledReason={refusal}
          icon={<PencilLine aria-hidden className="size-4" />}
          onClick={onEdit}
        />
        <IconButton
          label={`Delete ${title}`}
          disabledReason={refusal}
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={onDelete}
        />
      </div>
    </>
  );
}

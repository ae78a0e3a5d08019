// The sections of an event's gallery, for its organization.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { type MutationOptions, optimisticMutation } from '#src/shell/optimistic-mutation.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { RadioField, TextField } from '#src/ui/form.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ArrowDown, ArrowUp, EllipsisVertical, Eye, EyeOff, Images, PencilLine, Plus, Trash2 } from '#src/ui/icons.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { createSection, deleteSection, invalidateSections, restoreSection, type Section, updateSection } from './queries.ts';
import { sectionsQuery } from './sections-query.ts';

interface SectionListProps {
  event: { id: string; can: { manage: boolean } };
}

export function SectionList({ event }: SectionListProps) {
  const query = useQuery(sectionsQuery(event.id));
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const disabledReason =
    offline || (event.can.manage ? null : 'Your organization is suspended. You can view its sections, but not change them.');
  const [editing, setEditing] = useState<Section | 'new' | null>(null);
  const newButton = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
      disabledReason={disabledReason}
      onClick={() => setEditing('new')}
    >
      New section
    </Button>
  );
  return (
    <section aria-label="Gallery sections" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <QueryState query={query} skeleton={<ListSkeleton />} failed="Couldn’t load the sections" offline="Sections need a connection.">
        {(sections) =>
          sections.length === 0 ? (
            <EmptyState icon={<Images />} title="No sections yet" actions={newButton}>
              Sections divide the gallery, such as “Ceremony” and “Party”. Select photos in the gallery or in Moderation to move them.
              Guests don’t see hidden sections.
            </EmptyState>
          ) : (
            <>
              <div className="flex justify-end">{newButton}</div>
              <ol className="grid divide-y divide-line rounded-lg border border-line">
                {sections.map((section, index) => (
                  <Row
                    key={section.id}
                    {...{ section, index, disabledReason }}
                    eventId={event.id}
                    isLast={index === sections.length - 1}
                    onEdit={() => setEditing(section)}
                  />
                ))}
              </ol>
            </>
          )
        }
      </QueryState>
      {editing && <SectionForm eventId={event.id} section={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </section>
  );
}

interface RowProps {
  eventId: string;
  section: Section;
  index: number;
  isLast: boolean;
  disabledReason: string | null;
  onEdit: () => void;
}

function Row({ eventId, section, index, isLast, disabledReason, onEdit }: RowProps) {
  const { setAudience, move, remove } = useSectionActions(eventId);
  const { name, audience, photos_count: count } = section;
  const isHidden = audience === 'organization';
  const hidesPhotos = isHidden && count > 0 && 'Guests would see its photos. Move them or show the section to guests first.';
  const step = (label: string, icon: ReactNode, by: number, atEnd: boolean) => (
    <IconButton
      size="sm"
      label={`${label}: ${name}`}
      disabledReason={disabledReason ?? (atEnd && (by < 0 ? 'It’s the first section.' : 'It’s the last section.'))}
      icon={icon}
      onClick={() => move({ section, from: index, to: index + by })}
    />
  );
  return (
    <li className="flex items-center gap-2 py-2 pr-2 pl-4">
      <div className="relative min-w-0 flex-1 rounded-sm hover:bg-hover">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium wrap-anywhere">
          <Link
            to="/event/$id/gallery"
            params={{ id: eventId }}
            search={{ section: section.id }}
            className="after:absolute after:inset-0 after:rounded-sm"
          >
            {name}
          </Link>
          {isHidden && <Badge>Hidden</Badge>}
        </p>
        <p className="text-xs text-ink-muted">{pluralize(count, 'photo', 'photos')}</p>
      </div>
      {step('Move up', <ArrowUp aria-hidden className="size-4" />, -1, index === 0)}
      {step('Move down', <ArrowDown aria-hidden className="size-4" />, 1, isLast)}
      <DropdownMenu
        trigger={
          <IconButton
            size="sm"
            label={`More actions for ${name}`}
            variant="secondary"
            icon={<EllipsisVertical aria-hidden className="size-4" />}
          />
        }
      >
        <MenuItem icon={<PencilLine aria-hidden />} disabledReason={disabledReason} onSelect={onEdit}>
          Edit
        </MenuItem>
        <MenuItem
          icon={isHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
          disabledReason={disabledReason}
          onSelect={() => setAudience({ section, audience: isHidden ? 'everyone' : 'organization' })}
        >
          {isHidden ? 'Show to guests' : 'Hide from guests'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger disabledReason={disabledReason ?? hidesPhotos} onSelect={() => remove({ section })}>
          Delete
        </MenuItem>
      </DropdownMenu>
    </li>
  );
}

/** Each with undo. */
function useSectionActions(eventId: string) {
  const client = useQueryClient();
  const { queryKey } = sectionsQuery(eventId);
  const patch = (change: (sections: readonly Section[]) => Section[]) => {
    client.setQueryData(queryKey, (sections) => sections && change(sections));
    // The refetch at the end brings what is saved.
    return () => undefined;
  };
  const set = (section: Section, changes: Partial<Section>) =>
    patch((sections) => sections.map((one) => (one.id === section.id ? { ...one, ...changes } : one)));
  const ofSections = {
    item: () => `sections of ${eventId}`,
    settle: () => invalidateSections(client, eventId),
  } satisfies Partial<MutationOptions<unknown, unknown>>;

  const setAudience = optimisticMutation<{ section: Section; audience: Section['audience'] }>({
    ...ofSections,
    apply: ({ section, audience }) => set(section, { audience }),
    send: ({ section, audience }) => updateSection(eventId, section.id, { audience }),
    applyRevert: ({ section }) => set(section, { audience: section.audience }),
    revert: ({ section }) => updateSection(eventId, section.id, { audience: section.audience }),
    done: ({ section, audience }) =>
      audience === 'organization' ? `“${section.name}” hidden from guests` : `Guests see “${section.name}”`,
    failed: 'Couldn’t change the section',
  });
  const move = optimisticMutation<{ section: Section; from: number; to: number }>({
    ...ofSections,
    apply: ({ section, to }) => patch((sections) => sections.filter(({ id }) => id !== section.id).toSpliced(to, 0, section)),
    send: ({ section, to }) => updateSection(eventId, section.id, { position: to }),
    failed: 'Couldn’t move the section',
  });
  const remove = optimisticMutation<{ section: Section }>({
    ...ofSections,
    apply: ({ section }) => patch((sections) => sections.filter(({ id }) => id !== section.id)),
    send: ({ section }) => deleteSection(eventId, section.id),
    revert: ({ section }) => restoreSection(eventId, section.id),
    done: ({ section: { name } }) => `“${name}” deleted`,
    failed: 'Couldn’t delete the section',
  });
  return { setAudience, move, remove };
}

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a name.'), v.maxLength(60, 'Use at most 60 characters.')),
  audience: v.picklist(['everyone', 'organization']),
});

type SectionValues = v.InferOutput<typeof schema>;

const valuesOf = (section: Section | null): SectionValues => ({ name: section?.name ?? '', audience: section?.audience ?? 'everyone' });

interface SectionFormProps {
  eventId: string;
  /** Null: a new one. */
  section: Section | null;
  onClose: () => void;
}

function SectionForm({ eventId, section, onClose }: SectionFormProps) {
  const client = useQueryClient();
  return (
    <SheetForm
      title={section ? 'Edit section' : 'New section'}
      schema={schema}
      values={valuesOf(section)}
      submitLabel={section ? 'Save' : 'Create section'}
      failureTitle={section ? 'Couldn’t save the section' : 'Couldn’t create the section'}
      offline="Sections need a connection."
      submit={async (values) => {
        const saved = section ? await updateSection(eventId, section.id, values) : await createSection(eventId, values);
        await invalidateSections(client, eventId);
        return saved;
      }}
      onDone={onClose}
      onClose={onClose}
    >
      <TextField name="name" label="Name" maxLength={60} autoComplete="off" />
      <RadioField
        name="audience"
        label="Who sees it"
        columns={1}
        options={[
          { value: 'everyone', label: 'Everyone in the gallery' },
          {
            value: 'organization',
            label: 'Hidden',
            help: 'Your organization, the photographer of each photo, and people with a link to this section or to selected photos.',
          },
        ]}
      />
    </SheetForm>
  );
}

const ListSkeleton = () => (
  <Loading label="Loading the sections" className="grid gap-2">
    {Array.from({ length: 3 }, (_, row) => (
      <Skeleton key={row} className="h-14 rounded-lg" />
    ))}
  </Loading>
);

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { TextField } from '#src/ui/form.tsx';
import { invalidateCollections, createCollection, renameCollection, type ImageCollection } from './collections.ts';

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a name.'), v.maxLength(80, 'At most 80 characters.')),
});
const NOTHING_YET = { name: '' };

export interface CollectionFormProps {
  owner: ImageOwner;
  /** The collection to rename; null creates one. */
  collection: ImageCollection | null;
  onDone: (collection: ImageCollection) => void;
  onClose: () => void;
}

export default function CollectionForm({ owner, collection, onDone, onClose }: CollectionFormProps) {
  const client = useQueryClient();
  const [id] = useState(uuid7);
  return (
    <SheetForm
      title={collection ? 'Rename collection' : 'New collection'}
      schema={schema}
      values={collection ? { name: collection.name } : NOTHING_YET}
      submitLabel={collection ? 'Save name' : 'Create collection'}
      failureTitle={collection ? 'Couldn’t rename the collection' : 'Couldn’t create the collection'}
      submit={async ({ name }) => {
        const saved = collection ? await renameCollection(collection.id, name) : await createCollection(id, owner, name);
        await invalidateCollections(client);
        return saved;
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" />
    </SheetForm>
  );
}

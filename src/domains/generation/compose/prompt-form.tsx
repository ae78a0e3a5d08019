import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { shorten } from '#src/lib/shorten.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { SheetForm } from '#src/shell/sheet-form.tsx';
import { CheckboxField, TextAreaField, TextField } from '#src/ui/form.tsx';
import { promptRecipeOf, type ImageRecipe } from './recipe.ts';
import { changePrompt, createPrompt, invalidatePrompts, type SavedPrompt } from './saved-prompts.ts';

const MAX_TITLE = 80;

const schema = v.object({
  title: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a title.'), v.maxLength(MAX_TITLE, `At most ${MAX_TITLE} characters.`)),
  prompt: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter the prompt.'), v.maxLength(4000, 'At most 4,000 characters.')),
  with_recipe: v.boolean(),
  is_shared: v.boolean(),
});

interface PromptFormProps {
  /** An organization that it can be shared with. */
  owner: ImageOwner;
  /** The prompt to change; null saves the form's. */
  saved: SavedPrompt | null;
  recipe: ImageRecipe;
  onDone: () => void;
}

export function PromptForm({ owner, saved, recipe, onDone }: PromptFormProps) {
  const client = useQueryClient();
  const [id] = useState(uuid7);
  const text = saved?.prompt ?? recipe.prompt.trim();
  return (
    <SheetForm
      title={saved ? 'Edit prompt' : 'Save prompt'}
      schema={schema}
      values={{
        title: saved?.title ?? shorten(text, MAX_TITLE),
        prompt: text,
        with_recipe: false,
        is_shared: false,
      }}
      submitLabel={saved ? 'Save changes' : 'Save prompt'}
      failureTitle="Couldn’t save the prompt"
      submit={async ({ title, prompt, with_recipe: withRecipe, is_shared: isShared }) => {
        if (saved) await changePrompt(saved.id, { title, prompt });
        else
          await createPrompt({
            id,
            organization_id: isShared ? owner : null,
            title,
            prompt,
            recipe: withRecipe ? promptRecipeOf(recipe) : null,
          });
        await invalidatePrompts(client);
      }}
      onDone={onDone}
      onClose={onDone}
    >
      <TextField name="title" label="Title" autoComplete="off" />
      <TextAreaField name="prompt" label="Prompt" rows={5} />
      {!saved && <CheckboxField name="with_recipe" label="Also save the model and its settings" />}
      {!saved && owner !== null && <CheckboxField name="is_shared" label="Share with the organization" />}
    </SheetForm>
  );
}

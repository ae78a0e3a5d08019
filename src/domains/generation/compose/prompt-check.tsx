// Checks the prompt of a model with a fixed vocabulary while it is typed: marks unknown words, and names subjects that will be missing.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { type PromptCheck, promptCheckQuery } from '#src/domains/generation/queries.ts';
import { useConnection } from '#src/shell/connection.ts';
import { cn } from '#src/ui/cn.ts';
import { useSettled } from '#src/ui/use-settled.ts';
import type { ImageRecipe } from './recipe.ts';

/** Long enough to type a word in one go, short enough to feel immediate. */
const DEBOUNCE_MS = 300;

export type PromptCheckState =
  /** The model follows any words, or there are none. */
  | { kind: 'none' }
  | { kind: 'checking'; previous: PromptCheck | undefined }
  | { kind: 'checked'; check: PromptCheck }
  /** Offline, or the server didn't answer in time: it checks the prompt again when the request is sent. */
  | { kind: 'unchecked' };

/** Only the latest prompt is asked for: an answer to an earlier one is canceled. */
export function usePromptCheck(owner: ImageOwner, model: GenerationModel | undefined, recipe: ImageRecipe): PromptCheckState {
  const isOnline = useConnection() === 'online';
  const { prompt } = recipe;
  const negative = model?.capabilities.negative_prompt ? recipe.negativePrompt : '';
  const key = JSON.stringify([model?.id, prompt, negative]);
  const isChecked =
    model !== undefined &&
    model.capabilities.vocabulary === true &&
    prompt.trim() !== '' &&
    prompt.length <= model.capabilities.max_prompt_length;
  const settled = useSettled(key, DEBOUNCE_MS);
  const { data, isPlaceholderData, isError, fetchStatus } = useQuery({
    ...promptCheckQuery(owner, model?.id ?? '', prompt, negative),
    enabled: isChecked && isOnline && settled === key,
    placeholderData: keepPreviousData,
  });
  if (!isChecked) return { kind: 'none' };
  if (data && !isPlaceholderData) return { kind: 'checked', check: data };
  return !isOnline || isError || fetchStatus === 'paused' ? { kind: 'unchecked' } : { kind: 'checking', previous: data };
}

/** Why no image can be made of the prompt; null if one can, as far as is known. */
export const promptProblem = (state: PromptCheckState): string | null =>
  state.kind === 'checked' && !state.check.supported ? state.check.message : null;

const checkOf = (state: PromptCheckState): PromptCheck | undefined =>
  state.kind === 'checked' ? state.check : state.kind === 'checking' ? state.previous : undefined;

/** Whether something of the prompt can be drawn, or of the one before while it is checked. */
export const isDrawn = (state: PromptCheckState): boolean => checkOf(state)?.supported === true;

type UnknownWord = PromptCheck['unknown'][number];

/** Words that are still where the check found them: the text may have changed since. */
function wordsStillAt(prompt: string, words: readonly UnknownWord[]): UnknownWord[] {
  return words.filter(({ start, end, word }) => prompt.slice(start, end) === word && !/[\p{L}\p{N}]/u.test(prompt[end] ?? ''));
}

interface CheckedTextareaProps extends Omit<ComponentProps<'textarea'>, 'className' | 'style'> {
  value: string;
  state: PromptCheckState;
}

/**
 * A text area that underlines words. A copy of the text lies below it, with the same font, width and wrapping; both grow with the text and scroll
 * together, so the lines are always below their words.
 */
export function CheckedTextarea({ value, state, ...rest }: CheckedTextareaProps) {
  const words = wordsStillAt(value, checkOf(state)?.unknown ?? []);
  return (
    <div className="relative grid max-h-80 overflow-y-auto rounded-md border border-line-strong bg-surface transition-colors focus-within:border-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text has-aria-invalid:border-danger">
      <div aria-hidden style={FONT} className={cn(TEXT, 'pointer-events-none text-transparent select-none')}>
        {partsOf(value, words).map(({ text, word }) =>
          word ? (
            <mark
              key={word.start}
              className={cn(
                'bg-transparent text-transparent underline decoration-2 underline-offset-2',
                word.is_subject ? 'decoration-danger decoration-wavy' : 'decoration-warning decoration-dotted',
              )}
            >
              {text}
            </mark>
          ) : (
            text
          ),
        )}
        {/* An empty last line has no height of its own. */}
        {'\u200b'}
      </div>
      <textarea
        {...rest}
        value={value}
        // The browser would underline names that the model knows, and not those that it doesn't.
        spellCheck={false}
        style={FONT}
        className={cn(TEXT, 'h-full resize-none overflow-hidden bg-transparent text-ink outline-none placeholder:text-ink-muted')}
      />
    </div>
  );
}

/** Must be the same for the text and its copy. */
const TEXT = 'col-start-1 row-start-1 m-0 w-full min-w-0 px-3 py-2 wrap-break-word whitespace-pre-wrap';
const FONT = { fontSize: '1rem', lineHeight: '1.5rem' };

interface Part {
  text: string;
  word: UnknownWord | null;
}

function partsOf(prompt: string, words: readonly UnknownWord[]): Part[] {
  let at = 0;
  const parts: Part[] = [];
  for (const word of words) {
    parts.push({ text: prompt.slice(at, word.start), word: null }, { text: prompt.slice(word.start, word.end), word });
    at = word.end;
  }
  return [...parts, { text: prompt.slice(at), word: null }];
}

interface PromptCheckNoteProps {
  id: string;
  prompt: string;
  modelName: string;
  state: PromptCheckState;
  onPrompt: (prompt: string) => void;
}

/** The marks as text: what will be missing, what is ignored, and known words that may be meant. */
export function PromptCheckNote({ id, prompt, modelName, state, onPrompt }: PromptCheckNoteProps) {
  const check = checkOf(state);
  const words = wordsStillAt(prompt, check?.unknown ?? []);
  const ignored = [...new Set(words.filter(({ is_subject: isSubject }) => !isSubject).map(({ word }) => word))];
  const suggested = words.filter(({ suggestion }) => suggestion !== null);
  return (
    <div id={id} aria-live="polite" className="grid gap-1.5 text-sm text-ink-muted empty:hidden">
      {state.kind === 'unchecked' && (
        <p>We couldn’t check whether {modelName} knows these words. We’ll check before anything is charged.</p>
      )}
      {check?.message != null && <p className={check.supported ? 'text-warning' : 'text-danger'}>{check.message}</p>}
      {ignored.length > 0 && <p className="wrap-anywhere">{`Ignored: ${ignored.join(', ')}.`}</p>}
      {suggested.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          Did you mean
          {suggested.map((word) => (
            <button
              key={word.start}
              type="button"
              aria-label={`Replace ${word.word} with ${word.suggestion}`}
              className="inline-flex min-h-8 items-center rounded-full border border-line bg-control px-3 font-medium text-ink transition-colors hover:border-line-strong touch:min-h-11"
              onClick={() => onPrompt(`${prompt.slice(0, word.start)}${word.suggestion}${prompt.slice(word.end)}`)}
            >
              {word.suggestion}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PromptCheck } from '#src/domains/generation/queries.ts';
import { buildModel } from '#tests/support/factories/api.ts';
import { API_HEADERS } from '#tests/support/outbox-server.ts';
import { Composer } from './composer.tsx';
import { EMPTY_RECIPE } from './recipe.ts';

const model = buildModel({}, { prompt: 'required', negative_prompt: true, max_prompt_length: 60, vocabulary: true });
const onGenerate = vi.fn(() => Promise.resolve());

/** As the server: `zorp` is unknown, and a picture needs a cat. */
function checkOf(prompt: string): PromptCheck {
  const unknown = [...prompt.matchAll(/zorp/g)].map(({ 0: word, index: start }) => ({
    start,
    end: start + word.length,
    word,
    is_subject: true,
    suggestion: 'dog',
  }));
  const supported = prompt.includes('cat');
  const message = unknown.length > 0 ? `Clip art can’t draw: zorp.${supported ? ' It will draw: cat.' : ''}` : null;
  return { supported, message, drawn: [], missing: unknown.map(({ word }) => word), unknown };
}

interface Asked {
  prompt: string;
  signal: AbortSignal;
  answer: () => void;
  fail: () => void;
}
let asked: Asked[];

function Form() {
  const [recipe, setRecipe] = useState(EMPTY_RECIPE);
  return (
    <Composer
      owner={null}
      models={[model]}
      recipe={recipe}
      credits={undefined}
      isConfirmed
      history={[]}
      requests={[]}
      onRecipe={(change) => setRecipe((now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) }))}
      onGenerate={onGenerate}
      onOpen={() => undefined}
    />
  );
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Describe the image');
const type = async (prompt: string) => {
  fireEvent.change(field(), { target: { value: prompt } });
  await act(() => vi.advanceTimersByTimeAsync(400));
};
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
const marks = () => Array.from(document.querySelectorAll('mark'), ({ textContent }) => textContent);
const isDisabled = () => screen.getByRole('button', { name: 'Generate' }).getAttribute('aria-disabled') === 'true';
const note = () => document.getElementById(field().getAttribute('aria-describedby')?.split(' ')[0] ?? '');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  asked = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { prompt } = (await request.clone().json()) as { prompt: string };
    return new Promise<Response>((resolve, reject) => {
      asked.push({
        prompt,
        signal: request.signal,
        answer: () => resolve(Response.json(checkOf(prompt), { headers: API_HEADERS })),
        fail: () => reject(new TypeError('Failed to fetch')),
      });
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
    });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  onGenerate.mockClear();
});

it('marks unknown words and names what will be missing, before Generate', async () => {
  await type('a cat and a zorp');
  expect(isDisabled(), 'while the words are checked').toBe(true);
  asked[0]!.answer();
  await settle();
  expect(marks()).toEqual(['zorp']);
  expect(note()?.textContent).toContain('Clip art can’t draw: zorp. It will draw: cat.');
  expect(isDisabled()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Replace zorp with dog' }));
  expect(field().value).toBe('a cat and a dog');
  expect(marks()).toEqual([]);
});

it('doesn’t send what can’t be drawn, and says why', async () => {
  await type('a zorp');
  asked[0]!.answer();
  await settle();
  expect(isDisabled()).toBe(true);
  expect(note()?.textContent).toContain('Clip art can’t draw: zorp.');
  fireEvent.submit(screen.getByRole('form', { name: 'Image request' }));
  expect(onGenerate).not.toHaveBeenCalled();
});

it('asks once typing pauses, and only for the latest prompt', async () => {
  for (const prompt of ['a', 'a c', 'a cat']) fireEvent.change(field(), { target: { value: prompt } });
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(asked.map(({ prompt }) => prompt)).toEqual(['a cat']);
  await type('a cat zorp');
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  asked[1]!.answer();
  await settle();
  expect(marks()).toEqual(['zorp']);
});

it('keeps the marks of words that are still there, and drops the others', async () => {
  await type('zorp cat zorp');
  asked[0]!.answer();
  await settle();
  fireEvent.change(field(), { target: { value: 'zorp cat zorpland' } });
  expect(marks()).toEqual(['zorp']);
  fireEvent.change(field(), { target: { value: 'a zorp' } });
  expect(marks()).toEqual([]);
});

it('says that it couldn’t check, and lets the server decide', async () => {
  await type('a zorp');
  asked[0]!.fail();
  await settle();
  expect(note()?.textContent).toContain('We couldn’t check');
  expect(isDisabled()).toBe(false);
  await type('a zorp again');
  await act(() => vi.advanceTimersByTimeAsync(3_500));
  expect(isDisabled(), 'after the time limit').toBe(false);
});

it('asks nothing for an empty or too long prompt', async () => {
  await type('   ');
  await type('x'.repeat(61));
  expect(asked).toEqual([]);
});

// Runs built-in models in a process with low priority. Started by task-process.ts, one task at a time.
import sharp from 'sharp';
import { lowerPriority } from '#server/child.ts';
import type { BuiltinMessage, BuiltinReply, BuiltinRequest, TaskName, Tasks } from '#server/generation/builtin/task-process.ts';
import { GeneratorError, type GeneratorProgress } from '#server/generation/generator.ts';

// Ctrl-C in a terminal reaches the whole process group. The server ends this process.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));

lowerPriority();
sharp.cache(false);
sharp.concurrency(1);

type Progress = (progress: GeneratorProgress) => void;

/** Each is loaded when it is first asked for: one process draws, the others have the networks. */
async function perform({ name, ask }: BuiltinRequest, onProgress: Progress, signal: AbortSignal): Promise<Tasks[TaskName]['answer']> {
  switch (name) {
    case 'illustrate':
      return (await import('#server/generation/builtin/illustrator/illustrate.ts')).illustrate(ask);
    case 'restyle':
      return (await import('#server/generation/builtin/restyle.ts')).restyle(ask);
    case 'restyle-tiles':
      return (await import('#server/generation/builtin/restyle.ts')).restyleTiles(ask);
    case 'upscale':
      return (await import('#server/generation/builtin/neural/upscale.ts')).upscale(ask, onProgress);
    case 'time-upscale':
      return (await import('#server/generation/builtin/neural/upscale.ts')).timeTile();
    case 'cut-out':
      return (await import('#server/generation/builtin/neural/cut-out.ts')).cutOut(ask);
    case 'erase':
      return (await import('#server/generation/builtin/fill/erase.ts')).erase(ask, onProgress);
    case 'extend':
      return (await import('#server/generation/builtin/fill/extend.ts')).extend(ask, onProgress);
    case 'find-people':
      return (await import('#server/generation/builtin/neural/cut-out.ts')).hasPeople(ask);
    case 'find-cut-people':
      return (await import('#server/generation/builtin/neural/cut-out.ts')).cutsPeople(ask);
    case 'judge':
      return (await import('#server/generation/builtin/neural/nudity.ts')).scoreNudity(ask);
    case 'make-local-image':
      return (await import('#server/generation/local/pipeline/pipeline.ts')).makeLocalImage(ask, { onProgress, signal });
  }
}

/** Of the running task. */
let running: { id: number; ending: AbortController } | null = null;

process.on('message', (ask: BuiltinMessage) => {
  if (ask.name === 'cancel') {
    if (running?.id === ask.id) running.ending.abort(new GeneratorError('interrupted', 'This was cancelled.'));
    return;
  }
  const ending = new AbortController();
  running = { id: ask.id, ending };
  const reply = (message: BuiltinReply) => process.send?.(message);
  perform(ask, (progress) => reply({ id: ask.id, kind: 'progress', progress }), ending.signal).then(
    (answer) => reply({ id: ask.id, kind: 'answer', answer }),
    (error: unknown) => {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      reply(
        error instanceof GeneratorError
          ? { id: ask.id, kind: 'refused', code: error.code, message: error.message, ...causeOf(error) }
          : { id: ask.id, kind: 'refused', code: null, message },
      );
    },
  );
});

const causeOf = ({ cause }: GeneratorError): { cause?: string } => {
  if (!(cause instanceof Error)) return {};
  const deeper = cause.cause instanceof Error ? `: ${cause.cause.message}` : '';
  return { cause: cause.message + deeper };
};

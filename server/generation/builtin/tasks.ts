// What the processes beside the server are asked for, and what they answer.
import type { GeneratorErrorCode, GeneratorProgress, Picture } from '#server/generation/generator.ts';

export interface Tasks {
  illustrate: {
    ask: { prompt: string; negativePrompt: string; size: { width: number; height: number }; seed: number };
    answer: Picture & { undrawn: string[] };
  };
  restyle: {
    /** `strength` 0 keeps the source. */
    ask: { source: Picture; style: string; strength: number; seed: number };
    answer: Picture & { isSmaller: boolean };
  };
  upscale: { ask: { source: Picture }; answer: Picture };
  'cut-out': {
    ask: { source: Picture; background: string | null };
    /** `isSmaller`: than the source, which was too large. */
    answer: Picture & { isSmaller: boolean };
  };
  judge: { ask: { source: Picture }; answer: { probability: number } };
}

export type TaskName = keyof Tasks;

export type BuiltinRequest = { [Name in TaskName]: { id: number; name: Name; ask: Tasks[Name]['ask'] } }[TaskName];

export type BuiltinReply =
  | { id: number; kind: 'progress'; progress: GeneratorProgress }
  | { id: number; kind: 'answer'; answer: Tasks[TaskName]['answer'] }
  /** `code` is null where it is a defect. */
  | { id: number; kind: 'refused'; code: GeneratorErrorCode | null; message: string };

import { nonEmpty, object, pipe, string, trim, type InferOutput } from 'valibot';

const code = pipe(string(), trim(), nonEmpty('Enter the code.'));

export const codeSchema = object({ code });
export type CodeValues = InferOutput<typeof codeSchema>;

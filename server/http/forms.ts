// Forms with files (multipart/form-data), whole in memory: each operation that takes one says how much that may be (`x-body-limit`).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#server/http/problem.ts';

/** Makes the operations of this scope take forms, and nothing else. */
export function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    readForm(body, request.headers['content-type'] ?? ''),
  );
}

/** Its fields: files as their bytes, texts as they are. Of a field that stands there twice the last counts. */
async function readForm(bytes: Buffer, contentType: string): Promise<Record<string, Buffer | string>> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new Problem(400, 'malformed_body', 'The body is no form.');
  });
  const fields = [...form].map(async ([name, value]): Promise<[string, Buffer | string]> => [
    name,
    typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()),
  ]);
  return Object.fromEntries(await Promise.all(fields));
}

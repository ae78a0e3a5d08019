// Forms with files (multipart/form-data), whole in memory: each operation that takes one says how much that may be (`x-body-limit`).
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openStreams } from '#server/http/open-streams.ts';
import { Problem } from '#server/http/problem.ts';

interface FormLimits {
  /** Of one account. */
  atOnce: number;
  /** Of all together, as they say how long they are; each lies in memory several times over until it is answered. */
  bytes: number;
}

const limits: FormLimits = { atOnce: 3, bytes: 200_000_000 };

/** Makes the operations of this scope take forms, and nothing else. */
export function takeForms(scope: FastifyInstance, most: FormLimits = limits): void {
  scope.removeAllContentTypeParsers();
  limitForms(scope, most);
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    readForm(body, request.headers['content-type'] ?? ''),
  );
}

/** Before they are read: who is refused here has cost nothing. */
function limitForms(scope: FastifyInstance, most: FormLimits): void {
  const forms = openStreams(most.atOnce, 'You are sending too many files at once. Wait until one has arrived.', 5);
  let bytes = 0;
  scope.addHook('preParsing', async (request: FastifyRequest, reply: FastifyReply) => {
    const length = Number(request.headers['content-length'] ?? request.routeOptions.bodyLimit);
    // Of an empty server each is taken.
    if (bytes > 0 && bytes + length > most.bytes) {
      const busy = 'Many files are being sent just now. Try again in a moment.';
      throw new Problem(503, 'unavailable', busy, { headers: { 'retry-after': '5' } });
    }
    const leave = request.viewer && forms.enter(request.viewer.userId);
    bytes += length;
    finished(reply.raw, () => {
      bytes -= length;
      leave?.();
    });
  });
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

// Headers of files that are sent.
import { wellFormed } from '#server/http/cut.ts';
import type { AnswerHeaders } from '#server/http/operation.ts';

/** Names beyond ASCII go by RFC 8187, with a plain name beside for old programs. */
export function attachment(file: string): AnswerHeaders {
  const name = wellFormed(file);
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return { 'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}` };
}

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { findAvatar, findPersonFacts, putAvatar, removeAvatar } from '#server/accounts/avatars.ts';
import { canSeePerson } from '#server/accounts/policy.ts';
import { loadSessionUser } from '#server/accounts/session-user.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/deps.ts';
import { matchesIfNoneMatch } from '#server/http/etag.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import { notFound } from '#server/http/problem.ts';

/** Who draws pictures: the processes that do it for photos. */
export interface AvatarRenderer {
  /** A small square WebP of any picture. */
  avatarOf(bytes: Buffer): Promise<Buffer>;
}

/** A picture has its own name, so it is not asked for again at once; who may see it is asked again before the day is over. */
const CACHE_CONTROL = 'private, max-age=3600';

export function avatarCalls({ db }: Pick<Deps, 'db'>, { pictures }: { pictures: AvatarRenderer }) {
  return {
    async uploadAvatar({ viewer, body, request }) {
      const webp = await pictures.avatarOf(body.file);
      const tag = createHash('sha256').update(webp).digest('hex').slice(0, 16);
      await db.transaction(async (tx) => {
        if (!(await putAvatar(tx, viewer.userId, tag, webp))) return;
        const subject = { actorId: viewer.userId, subjectType: 'user', subjectId: viewer.userId };
        await audit(tx, { action: 'account.change_avatar', ...subject, request });
      });
      return { status: 200, body: await loadSessionUser(db, viewer.userId) };
    },

    async removeAvatar({ viewer, request }) {
      await db.transaction(async (tx) => {
        if (!(await removeAvatar(tx, viewer.userId))) return;
        const subject = { actorId: viewer.userId, subjectType: 'user', subjectId: viewer.userId };
        await audit(tx, { action: 'account.remove_avatar', ...subject, request });
      });
      return { status: 200, body: await loadSessionUser(db, viewer.userId) };
    },

    async getAvatar({ viewer, path: { userId, picture }, request }) {
      const person = await findPersonFacts(db, userId, picture, viewer.userId);
      if (!person || !canSeePerson(viewer, person)) throw notFound('picture');
      const etag = `"${picture}"`;
      const headers = { etag, 'cache-control': CACHE_CONTROL, 'x-content-type-options': 'nosniff' };
      if (matchesIfNoneMatch(request, etag)) return { status: 304, headers };
      const webp = await findAvatar(db, userId, picture);
      if (!webp) throw notFound('picture');
      const answer = { ...headers, 'content-type': 'image/webp', 'content-length': String(webp.length) };
      return { status: 200, stream: Readable.from([webp]), headers: answer };
    },
  } satisfies Partial<OperationsOf<'accounts'>>;
}

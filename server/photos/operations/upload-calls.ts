import type { Viewer } from '#server/accounts/viewer.ts';
import type { Deps } from '#server/deps.ts';
import { requireAccount } from '#server/http/account.ts';
import { HIJACKED, type Operations } from '#server/http/operation.ts';
import { notFound, Problem } from '#server/http/problem.ts';
import { removeUpload, touchUpload } from '#server/photos/upload-records.ts';
import type { Uploads } from '#server/photos/uploads.ts';

type UploadCalls = 'describeUploads' | 'describeUpload' | 'createUpload' | 'getUploadOffset' | 'appendUpload' | 'cancelUpload';

/** The tus requests. An upload of somebody else answers as if it were not there. */
export function uploadCalls({ config, db }: Deps, uploads: Uploads): Operations<UploadCalls> {
  const requireOwn = async (call: { path: { uploadId: string }; header: { 'x-account'?: string }; viewer: Viewer }) => {
    requireAccount(call);
    if (!(await touchUpload(db, call.path.uploadId, call.viewer.userId))) throw notFound('upload');
  };
  return {
    async describeUploads({ request, reply }) {
      await uploads.answer(request, reply, null);
      return HIJACKED;
    },
    async describeUpload({ request, reply }) {
      await uploads.answer(request, reply, null);
      return HIJACKED;
    },
    async createUpload(call) {
      requireAccount(call);
      const { request, reply, viewer } = call;
      if (Number(request.headers['upload-length'] ?? 0) > config.maxPhotoBytes) throw tooLarge(config.maxPhotoBytes);
      await uploads.answer(request, reply, viewer.userId);
      return HIJACKED;
    },
    async getUploadOffset(call) {
      await requireOwn(call);
      await uploads.answer(call.request, call.reply, call.viewer.userId);
      return HIJACKED;
    },
    async appendUpload(call) {
      await requireOwn(call);
      await uploads.answer(call.request, call.reply, call.viewer.userId);
      return HIJACKED;
    },
    async cancelUpload(call) {
      await requireOwn(call);
      await uploads.answer(call.request, call.reply, call.viewer.userId);
      if (!(await uploads.find(call.path.uploadId))) await removeUpload(db, call.path.uploadId);
      return HIJACKED;
    },
  };
}

export function tooLarge(maxBytes: number): Problem {
  return new Problem(413, 'too_large', `Photos may have at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
}

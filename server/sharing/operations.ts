import type { Deps } from '#server/deps.ts';
import type { OperationsOf } from '#server/http/operation.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { PhotoFiles } from '#server/photos/operations/files.ts';
import type { LinkAccess } from '#server/sharing/operations/authorize.ts';
import { sharedDownloadCalls } from '#server/sharing/operations/downloads.ts';
import { linkCalls } from '#server/sharing/operations/links.ts';
import { pickCalls, visitorCalls } from '#server/sharing/operations/picks.ts';
import { ownScreenCalls, screenCalls } from '#server/sharing/operations/screens.ts';
import { sharedGalleryCalls } from '#server/sharing/operations/shared-gallery.ts';

interface Parts {
  access: LinkAccess;
  files: PhotoFiles;
  limits: Pick<RateLimits, 'limitAttempts' | 'countLinkPassword' | 'countScreenCode' | 'countGivenCode' | 'count' | 'allows'>;
}

export function sharingOperations(deps: Deps, parts: Parts): OperationsOf<'sharing'> {
  return {
    ...linkCalls(deps),
    ...pickCalls(deps),
    ...visitorCalls(deps, parts),
    ...sharedGalleryCalls(deps, parts),
    ...sharedDownloadCalls(deps, parts),
    ...screenCalls(deps, parts),
    ...ownScreenCalls(deps, parts),
  };
}

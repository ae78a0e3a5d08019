import { type GalleryLink, picksUrl } from '#src/domains/sharing/queries.ts';
import { send } from '#src/transport/fetch.ts';
import { ApiError, isProblem, parseProblem } from '#src/transport/problem.ts';

/**
 * The names of the picked files, as Lightroom takes them.
 * @param visitorId undefined: of all visitors who have submitted their picks
 * @throws ApiError, NetworkError
 */
export async function readFileNames(link: GalleryLink, visitorId?: string): Promise<string> {
  const response = await send(new Request(picksUrl(link, 'file-names', visitorId)));
  if (response.ok) return response.text();
  throw new ApiError(response, isProblem(response) ? parseProblem(await response.json()) : null);
}

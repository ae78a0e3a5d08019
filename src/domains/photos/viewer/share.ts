import type { Photo } from '#src/domains/photos/photo.ts';

/**
 * Opens this photo.
 * @param joinCode lets anyone with the link join the event first; null: the link opens for people who can already enter the event
 */
export function linkTo(photo: Photo, joinCode: string | null): string {
  const path = joinCode === null ? `/event/${photo.event_id}/gallery` : `/join/${joinCode}`;
  return `${location.origin}${path}?photo=${photo.id}`;
}

/** `refused`: this browser lets nobody copy; the link is to be shown. */
export type Shared = 'shared' | 'copied' | 'cancelled' | 'refused';

/** The system's share sheet on a phone, the clipboard elsewhere. */
export async function shareLink(url: string, title: string): Promise<Shared> {
  if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ url, title });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
      // Refused for another reason: the clipboard needs nobody's leave.
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'refused';
  }
}

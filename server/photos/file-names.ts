/** A name a person recognises in a folder: the event, the moment on the clock of the place, and enough of the id to be the only one. Without an extension. */
export function downloadName(eventName: string, photo: { id: string; takenAt: Date; tzOffset: number }): string {
  const event = eventName
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  const there = new Date(photo.takenAt.getTime() + photo.tzOffset * 60_000).toISOString();
  const moment = `${there.slice(0, 10)}-${there.slice(11, 19).replaceAll(':', '')}`;
  return [event || 'photo', moment, photo.id.slice(-4)].join('-');
}

/** Format `time-zone` of the contract: a name of the IANA database that clocks can be set by, as "Europe/Berlin"; no bare offset, which knows no summer. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

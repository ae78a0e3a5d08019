/** Whether the database reads and holds it: in other years it is written in a way that PostgreSQL does not know. No date at all is none either. */
export function isStorable(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

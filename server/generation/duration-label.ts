/** "about 50 seconds", "about 2 minutes" */
export function durationLabel(seconds: number): string {
  const rounded = Math.max(1, seconds < 10 ? Math.ceil(seconds) : Math.ceil(seconds / 5) * 5);
  if (rounded < 90) return `about ${rounded} ${rounded === 1 ? 'second' : 'seconds'}`;
  return `about ${Math.round(rounded / 60)} minutes`;
}

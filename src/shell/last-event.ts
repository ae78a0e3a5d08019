// The event this phone was in last, so that the home screen's "Camera" shortcut opens its camera. No secret: an id, useless without a session.
const KEY = 'last-event';

export const readLastEvent = (): string | null => localStorage.getItem(KEY);
export const rememberLastEvent = (id: string): void => localStorage.setItem(KEY, id);
export const forgetLastEvent = (): void => localStorage.removeItem(KEY);

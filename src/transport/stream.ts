import { apiUrl } from './base.ts';

/** Opens a stream of server-sent events. A refused one tells no status: whoever follows it asks by an ordinary call, which renews the session. */
export const openStream = (path: string): EventSource => new EventSource(apiUrl(path), { withCredentials: true });

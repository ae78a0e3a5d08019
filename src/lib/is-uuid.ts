const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** For values from a URL. */
export const isUuid = (raw: unknown): raw is string => typeof raw === 'string' && UUID.test(raw);

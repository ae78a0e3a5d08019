/** Fetches a file of the app itself: no API call, so neither renewed nor logged. */
export const fetchAsset = (request: Request): Promise<Response> => fetch(request);

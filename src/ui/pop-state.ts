/** What handles the browser's Back before the router does (layers.ts). */
export const popState: { handler?: (event: PopStateEvent) => void } = {};

// Imported before the router is made: Chromium calls the listeners of the window in the order in which they were added, capturing or not.
addEventListener('popstate', (event) => popState.handler?.(event));

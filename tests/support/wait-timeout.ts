/** How long a unit test waits for something to happen, in milliseconds. It only ends tests that hang; what is promised in milliseconds is measured in tests/promises. */
export const WAIT_TIMEOUT_MS = 10_000;

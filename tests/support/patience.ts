/** How long a unit test waits for what is to come, in milliseconds. What the product promises is asserted with limits of its own. */
export const PATIENCE_MS = 4_000;

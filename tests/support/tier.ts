/** True in `npm run test:full`. The core tests sample where the full tests try every combination. */
export const isFullTier = process.env.TEST_TIER === 'full';

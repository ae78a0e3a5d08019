import type { PlatformStatus } from './queries.ts';

/** Outside services, and the environment variable of the server that connects each. */
export const services: Record<PlatformStatus['services'][number]['id'], { name: string; variable: string }> = {
  openai: { name: 'OpenAI', variable: 'OPENAI_API_KEY' },
  openai_compatible: { name: 'OpenAI-compatible server', variable: 'OPENAI_COMPATIBLE_BASE_URL' },
  google: { name: 'Google', variable: 'GOOGLE_GENERATIVE_AI_API_KEY' },
  fal: { name: 'fal', variable: 'FAL_KEY' },
  replicate: { name: 'Replicate', variable: 'REPLICATE_API_TOKEN' },
  black_forest_labs: { name: 'Black Forest Labs', variable: 'BFL_API_KEY' },
  sd_server: { name: 'stable-diffusion.cpp', variable: 'SD_SERVER_URL' },
  stripe: { name: 'Stripe', variable: 'STRIPE_SECRET_KEY' },
};

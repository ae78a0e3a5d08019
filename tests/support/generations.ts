// Models, requests and images as the server would tell them.
import type { components } from '#openapi/api.ts';

type Schemas = components['schemas'];

const nothing: Schemas['GenerationCapabilities'] = {
  prompt: 'none',
  negative_prompt: false,
  seed: false,
  strength: false,
  source: 'none',
  mask: false,
  background: false,
  progress: true,
  max_count: 1,
  max_prompt_length: 0,
  max_source_pixels: null,
  sizes: [],
  aspect_ratios: [],
  styles: [],
};

export function buildModel(
  changed: Partial<Schemas['GenerationModel']> = {},
  capabilities: Partial<Schemas['GenerationCapabilities']> = {},
): Schemas['GenerationModel'] {
  return {
    id: 'builtin:illustrator',
    name: 'Illustrator',
    provider: 'Built in',
    task: 'text-to-image',
    is_ai: false,
    description: 'Clip-art scenes from a fixed vocabulary.',
    licence: null,
    credits: 1,
    capabilities: { ...nothing, ...capabilities },
    ...changed,
  };
}

export function buildGeneration(changed: Partial<Schemas['Generation']> = {}): Schemas['Generation'] {
  return {
    id: '0199aa00-0000-7000-8000-000000000b01',
    seq: 7,
    status: 'queued',
    progress: null,
    queue_position: 0,
    message: null,
    model_name: 'Illustrator',
    organization_id: null,
    person: { id: '0199aa00-0000-7000-8000-000000000001', name: 'Ana Ruiz' },
    request: {
      model: 'builtin:illustrator',
      prompt: 'A cat on the moon',
      negative_prompt: '',
      width: 1024,
      height: 1024,
      aspect_ratio: null,
      count: 4,
      seed: 7,
      style: null,
      strength: null,
      background: null,
      source: null,
      mask: null,
    },
    images: [],
    warnings: [],
    credits: 4,
    error: null,
    created_at: '2026-11-20T21:14:07.000Z',
    started_at: null,
    finished_at: null,
    can: { cancel: true },
    ...changed,
  };
}

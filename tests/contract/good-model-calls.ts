// Good calls upon the models of the platform. What is changed is set to what it is: others make images with them meanwhile.
import { randomUUID } from 'node:crypto';
import type { components } from '#openapi/api.ts';
import { forSuper, type GoodCalls } from './good-call.ts';
import type { World } from './world.ts';

const base = '/api/v1/platform/generation-models';
const one = `${base}/${encodeURIComponent('builtin:restyle')}`;

async function idsNow(w: World): Promise<string[]> {
  const answer = await w.people.super.call<components['schemas']['PlatformModelList']>('GET', base);
  return answer.body.items.map(({ id }) => id);
}

export const goodModelCalls: GoodCalls = {
  listPlatformModels: (_, role) => ({ path: base, options: {}, expected: forSuper(role, 200) }),
  getPlatformModel: (_, role) => ({ path: one, options: {}, expected: forSuper(role, 200) }),
  changePlatformModel: (_, role) => ({
    path: one,
    options: {
      json: {
        enabled: true,
        audience: 'everyone',
        plans: [],
        organization_ids: [],
        credits: 1,
        max_count: 4,
        max_pixels: null,
        daily_limit: null,
      },
      headers: { 'if-match': '*' },
    },
    expected: forSuper(role, 200),
  }),
  testPlatformModel: (_, role) => ({
    path: `${base}/${encodeURIComponent('builtin:illustrator')}/test`,
    options: { headers: { 'idempotency-key': randomUUID() }, json: { prompt: 'A cat on the moon', source: null } },
    expected: forSuper(role, 202),
  }),
  orderPlatformModels: async (w, role) => ({
    path: '/api/v1/platform/generation-model-order',
    options: { json: { ids: await idsNow(w) } },
    expected: forSuper(role, 200),
  }),
};

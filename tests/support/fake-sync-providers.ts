// OpenAI's image calls, and Google's Imagen and Gemini: one request, answered with the images.
import { internalLink, type FakeReply, type Respond } from './fake-provider.ts';

const openAiError = (status: number, code: string, message: string, headers?: Record<string, string>): FakeReply => ({
  status,
  headers,
  json: { error: { message, type: 'image_generation_user_error', param: null, code } },
});

/** OpenAI and what speaks like it; `links-inside` is of the latter, which may answer with links. */
export const openAiResponder: Respond = ({ method, json, form }, { trouble, picture }) => {
  const message =
    'Your request was rejected by the safety system. See https://help.openai.com/x and request ID 1.\nsafety_violations=[violence]';
  if (trouble === 'refuses') return openAiError(400, 'moderation_blocked', message);
  if (trouble === 'busy') return openAiError(429, 'rate_limit_exceeded', 'Rate limit reached for gpt-image-1', { 'retry-after': '7' });
  if (trouble === 'unpaid') return openAiError(429, 'insufficient_quota', 'You exceeded your current quota, please check your plan.');
  if (trouble === 'denied') return openAiError(401, 'invalid_api_key', 'Incorrect API key provided: the-key-of-tests.');
  // The list of models, by which keys are tested.
  if (method === 'GET') return { json: { object: 'list', data: [] } };
  if (trouble === 'empty') return { json: { created: 1, data: [] } };
  const count = Number(json.n ?? form?.get('n') ?? 1);
  const b64_json =
    trouble === 'no-picture' ? Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') : picture.toString('base64');
  const image = trouble === 'links-inside' ? { url: internalLink } : { b64_json };
  return { json: { created: 1, data: Array.from({ length: count }, () => image) } };
};

const googleError = (code: number, status: string, message: string, details: unknown[] = []): FakeReply => ({
  status: code,
  json: { error: { code, message, status, details } },
});

const quota = (details: unknown[]) =>
  googleError(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details.', details);

export const googleResponder: Respond = ({ method, path, json }, { trouble, picture }) => {
  if (trouble === 'busy') return quota([{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }]);
  if (trouble === 'unpaid')
    return quota([
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'ImagesPerDayPerProject' }] },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' },
    ]);
  if (trouble === 'denied') return googleError(403, 'PERMISSION_DENIED', 'API key not valid. Please pass a valid API key.');
  if (method === 'GET') return { json: { models: [] } };
  const data = (trouble === 'no-picture' ? Buffer.from('GIF89a') : picture).toString('base64');
  if (path.endsWith(':predict')) {
    if (trouble === 'refuses')
      return { json: { predictions: [{ raiFilteredReason: 'Support codes: 58061214. The prompt was filtered.' }] } };
    if (trouble === 'empty') return { json: {} };
    const { sampleCount = 1 } = (json.parameters ?? {}) as { sampleCount?: number };
    return { json: { predictions: Array.from({ length: sampleCount }, () => ({ mimeType: 'image/png', bytesBase64Encoded: data })) } };
  }
  if (trouble === 'refuses') return { json: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: {} } };
  const finished = (content: unknown, finishReason = 'STOP') => ({ json: { candidates: [{ content, finishReason, index: 0 }] } });
  if (trouble === 'empty') return finished({ role: 'model', parts: [{ text: 'I can only describe it.' }] });
  return finished({ role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data } }] });
};

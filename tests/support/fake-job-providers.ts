// Providers that take jobs: fal's queue, Replicate's predictions, the tasks of Black Forest Labs, and sd-server of stable-diffusion.cpp.
import { internalLink, type FakeReply, type ProviderTrouble, type ReceivedRequest, type Respond } from './fake-provider.ts';

interface Job {
  id: string;
  input: Record<string, unknown>;
  asked: number;
  cancelled: boolean;
}

/** Jobs of one server, by their names; each is waiting, then worked on, then done. */
function jobs() {
  const kept = new Map<string, Job>();
  return {
    take(input: Record<string, unknown>): Job {
      const job = { id: `job-${kept.size + 1}`, input, asked: 0, cancelled: false };
      kept.set(job.id, job);
      return job;
    },
    of: ({ path }: ReceivedRequest) => kept.get(/job-\d+/.exec(path)?.[0] ?? ''),
  };
}

type Stage = 'waiting' | 'working' | 'done';
const stageOf = (job: Job, trouble: ProviderTrouble | null): Stage => {
  job.asked += 1;
  if (job.asked === 1) return 'waiting';
  return job.asked === 2 || trouble === 'slow' ? 'working' : 'done';
};

const notFound: FakeReply = { status: 404, json: { detail: 'Not found' } };
const isFile = ({ path }: ReceivedRequest) => path.startsWith('/files/out/');
const file = (trouble: ProviderTrouble | null, picture: Buffer): FakeReply => ({
  bytes: trouble === 'no-picture' ? Buffer.from('<html>') : picture,
});

export const falResponder = (): Respond => {
  const { take, of } = jobs();
  return (seen, { url, trouble, picture }) => {
    if (isFile(seen)) return file(trouble, picture);
    if (seen.method === 'POST') {
      if (trouble === 'busy') return { status: 429, headers: { 'retry-after': '7' }, json: { detail: 'Too many requests' } };
      if (trouble === 'unpaid') return { status: 403, json: { detail: 'User is locked. Reason: Exhausted balance. Top up at fal.ai.' } };
      if (trouble === 'denied') return { status: 401, json: { detail: 'Cannot access application: authentication is required.' } };
      const { id } = take(seen.json);
      return { json: { status: 'IN_QUEUE', request_id: id, queue_position: 3, response_url: internalLink, status_url: internalLink } };
    }
    const job = of(seen);
    if (!job) return notFound;
    if (seen.path.endsWith('/cancel')) {
      job.cancelled = true;
      return { status: 202, json: { status: 'CANCELLATION_REQUESTED' } };
    }
    if (seen.path.endsWith('/status')) {
      const stage = stageOf(job, trouble);
      if (stage === 'waiting') return { status: 202, json: { status: 'IN_QUEUE', queue_position: 3 } };
      return stage === 'working'
        ? { status: 202, json: { status: 'IN_PROGRESS', logs: [] } }
        : { json: { status: 'COMPLETED', metrics: {} } };
    }
    const detail = [
      { loc: ['body', 'prompt'], msg: 'The content could not be processed: flagged by a checker.', type: 'content_policy_violation' },
    ];
    if (trouble === 'refuses') return { status: 422, json: { detail } };
    if (trouble === 'empty') return { json: { images: [], seed: 1 } };
    const image = {
      url: trouble === 'links-inside' ? internalLink : `${url}/files/out/${job.id}.png`,
      content_type: 'image/png',
      width: 16,
      height: 16,
    };
    return { json: { images: [image], seed: job.input.seed, has_nsfw_concepts: [false], prompt: job.input.prompt } };
  };
};

export const replicateResponder = (): Respond => {
  const { take, of } = jobs();
  return (seen, { url, trouble, picture }) => {
    if (isFile(seen)) return file(trouble, picture);
    if (seen.path === '/account')
      return trouble === 'denied' ? { status: 401, json: { title: 'Unauthenticated', status: 401 } } : { json: { username: 'photos' } };
    if (seen.method === 'POST' && seen.path === '/files') return { status: 201, json: { id: 'f1', urls: { get: `${url}/files/f1` } } };
    if (seen.method === 'POST' && !seen.path.endsWith('/cancel')) {
      const told = (status: number, title: string, detail: string, rest = {}): FakeReply => ({
        status,
        json: { title, detail, status, ...rest },
      });
      if (trouble === 'busy')
        return told(429, 'Too many requests', 'Request was throttled. Your rate limit resets in ~7s.', { retry_after: 7 });
      if (trouble === 'unpaid') return told(402, 'Insufficient credit', 'You have insufficient credit to run this model.');
      if (trouble === 'denied') return told(401, 'Unauthenticated', 'You did not pass a valid authentication token');
      const { id } = take(seen.json.input as Record<string, unknown>);
      return { status: 201, json: { id, status: 'starting', output: null, urls: { get: internalLink, cancel: internalLink } } };
    }
    const job = of(seen);
    if (!job) return notFound;
    if (seen.path.endsWith('/cancel')) {
      job.cancelled = true;
      return { json: { id: job.id, status: 'canceled' } };
    }
    if (job.cancelled) return { json: { id: job.id, status: 'canceled' } };
    const stage = stageOf(job, trouble);
    const logs = ' 25%|██▌       | 7/28 [00:01<00:03]\n 50%|█████     | 14/28 [00:02<00:02]';
    if (stage !== 'done') return { json: { id: job.id, status: stage === 'waiting' ? 'starting' : 'processing', logs, output: null } };
    const error = 'NSFW content detected. Try running it again, or try a different prompt.';
    if (trouble === 'refuses') return { json: { id: job.id, status: 'failed', error, output: null } };
    const link = trouble === 'links-inside' ? internalLink : `${url}/files/out/${job.id}.png`;
    return { json: { id: job.id, status: 'succeeded', logs, output: trouble === 'empty' ? null : [link] } };
  };
};

export const blackForestLabsResponder = (): Respond => {
  const { take, of } = jobs();
  const denied: FakeReply = { status: 403, json: { detail: 'Not authenticated - Invalid Authentication' } };
  return (seen, { url, trouble, picture }) => {
    if (isFile(seen)) return file(trouble, picture);
    if (seen.path.endsWith('/credits')) return trouble === 'denied' ? denied : { json: { credits: 12.5 } };
    if (seen.method === 'POST') {
      if (trouble === 'busy') return { status: 429, headers: { 'retry-after': '7' }, json: { detail: 'Rate limit exceeded' } };
      if (trouble === 'unpaid') return { status: 402, json: { detail: 'Insufficient credits.' } };
      if (trouble === 'denied') return denied;
      const { id } = take(seen.json);
      return { json: { id, polling_url: `${url}/region/get_result?id=${id}`, cost: 4 } };
    }
    const job = of(seen);
    if (!job) return { status: 404, json: { id: 'gone', status: 'Task not found', result: null } };
    const stage = stageOf(job, trouble);
    const state = (status: string, result: unknown = null) => ({
      json: { id: job.id, status, result, progress: stage === 'working' ? 0.5 : null },
    });
    if (stage !== 'done') return state('Pending');
    if (trouble === 'refuses') return state('Request Moderated');
    if (trouble === 'empty') return state('Ready', { prompt: job.input.prompt });
    const sample = trouble === 'links-inside' ? internalLink : `${url}/files/out/${job.id}.png`;
    return state('Ready', { sample, prompt: job.input.prompt, seed: job.input.seed });
  };
};

export const sdServerResponder = (): Respond => {
  const { take, of } = jobs();
  return (seen, { trouble, picture }) => {
    if (seen.method === 'POST' && !seen.path.endsWith('/cancel')) {
      if (trouble === 'busy') return { status: 429, json: { error: 'job queue is full' } };
      const { id } = take(seen.json);
      return { status: 202, json: { id, kind: 'img_gen', status: 'queued', created: 1, poll_url: `/sdcpp/v1/jobs/${id}` } };
    }
    const job = of(seen);
    if (!job) return { status: 404, json: { error: 'job not found' } };
    if (seen.path.endsWith('/cancel')) {
      const { asked } = job;
      job.cancelled = true;
      return asked > 1 ? { status: 409, json: { error: 'job is generating' } } : { json: { id: job.id, status: 'cancelled' } };
    }
    const stage = stageOf(job, trouble);
    const state = (status: string, rest = {}) => ({
      json: { id: job.id, kind: 'img_gen', status, queue_position: 0, result: null, error: null, ...rest },
    });
    if (stage === 'waiting') return state('queued', { queue_position: 3 });
    if (stage === 'working') return state('generating');
    if (trouble === 'refuses')
      return state('failed', { error: { code: 'generation_failed', message: 'generate_image returned no results' } });
    const b64_json = (trouble === 'no-picture' ? Buffer.from('<svg/>') : picture).toString('base64');
    const images = Array.from({ length: Number(job.input.batch_count) }, (_, index) => ({ index, b64_json }));
    return state('completed', { result: { output_format: 'png', images: trouble === 'empty' ? [] : images } });
  };
};

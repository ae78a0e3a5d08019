import { describe, expect, it } from 'vitest';
import { newWebhookSecret, openWebhookSecrets, signedHeaders } from '#server/integrations/signature.ts';

// The vector of the Standard Webhooks specification’s reference libraries.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

describe('the signature of a message', () => {
  it('is that of the specification', () => {
    expect(signedHeaders(message, [secret])).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': signature,
    });
  });

  it('is made by each secret, the newest first', () => {
    const newest = newWebhookSecret();
    expect(Buffer.from(newest.slice('whsec_'.length), 'base64')).toHaveLength(32);
    const signatures = signedHeaders(message, [newest, secret])['webhook-signature']?.split(' ');
    expect(signatures).toEqual([signedHeaders(message, [newest])['webhook-signature'], signature]);
  });
});

it('a sealed secret is opened for its webhook only', async () => {
  const key = Buffer.alloc(32, 7).toString('base64url');
  const secrets = openWebhookSecrets({ secrets: { getOrCreate: async () => key } });
  const sealed = await secrets.seal('one', secret);
  expect(sealed).not.toContain(secret);
  expect(await secrets.unseal('one', sealed)).toBe(secret);
  await expect(secrets.unseal('other', sealed)).rejects.toThrow('belongs to another one');
});

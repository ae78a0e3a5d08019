import { afterEach, expect, test } from 'vitest';
import { queryClient } from './query-client.ts';
import { platformInfoQuery, ifSendsMail } from './sends-mail.ts';

afterEach(() => queryClient.clear());

const registration = { personal: 'open', organization: 'approval' } as const;

test('email is promised only if the server is known to send it', () => {
  expect(ifSendsMail('told by email')).toBe('');
  for (const sends of [false, true]) {
    queryClient.setQueryData(platformInfoQuery.queryKey, { name: 'Suite', registration, sends_mail: sends });
    expect(ifSendsMail('told by email', 'on their screen')).toBe(sends ? 'told by email' : 'on their screen');
  }
});

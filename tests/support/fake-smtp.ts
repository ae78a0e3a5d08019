// A real SMTP server for tests, which refuses or cuts when told to.
import type { Socket } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** What becomes of the next mail: refused for now, refused for good, taken while the connection breaks before or after it is kept. */
export type SmtpFault = 'busy' | 'unknown-recipient' | 'cut' | 'cut-after-taking' | 'login-wanted';

export interface ReceivedMail {
  envelope: { from: string; to: string[] };
  mail: ParsedMail;
  raw: string;
}

export interface SmtpServer {
  url: string;
  received: ReceivedMail[];
  next(...troubles: SmtpFault[]): void;
  close(): Promise<void>;
}

export async function startSmtp(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const troubles: SmtpFault[] = [];
  const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
  /** Many servers tell only here that they want a login. */
  const refusals: Partial<Record<SmtpFault, Error>> = {
    busy: refusal(451, 'Try again later'),
    'unknown-recipient': refusal(550, '5.1.1 No such person'),
    'login-wanted': refusal(530, '5.7.0 Authentication required'),
  };
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(_address, _session, answer) {
      const refused = troubles[0] && refusals[troubles[0]];
      if (!refused) return answer();
      troubles.shift();
      answer(refused);
    },
    onData(stream, { envelope }, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const trouble = troubles.shift();
        if (trouble === 'cut') return cut();
        const raw = Buffer.concat(chunks);
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        void simpleParser(raw).then((mail) => {
          received.push({ envelope: { from, to }, mail, raw: raw.toString() });
          if (trouble === 'cut-after-taking') cut();
          else answer();
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A connection that a test cuts is no error of the server.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    next: (...coming) => void troubles.push(...coming),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

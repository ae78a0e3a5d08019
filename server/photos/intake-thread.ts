// The thread that takes photos in (intake.ts).
import { parentPort, workerData } from 'node:worker_threads';
import { directIntake, type IntakeRequest, type IntakeReply } from '#server/photos/intake.ts';
import { connectStorage, type StorageConfig } from '#server/storage/connect.ts';

const opened = connectStorage(workerData as StorageConfig).then(directIntake);

async function act({ method: name, args: [first = '', second = ''] }: IntakeRequest): Promise<unknown> {
  const intake = await opened;
  return name === 'inspect' ? intake.inspect(first) : intake.adopt(first, second);
}

parentPort?.on('message', (asked: IntakeRequest) => {
  const { id } = asked;
  const reply = (told: IntakeReply) => parentPort?.postMessage(told);
  act(asked).then(
    (result) => reply({ id, result }),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      reply({ id, error: { message, code: error instanceof Error && 'code' in error ? error.code : undefined } });
    },
  );
});

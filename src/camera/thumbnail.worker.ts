import { drawPicture, type DrawAnswer, type DrawRequest } from '#src/lib/draw-picture.ts';

// One at a time: a small phone lacks the memory for several decoded pictures.
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<DrawRequest>) => {
  last = last.then(async () => {
    const picture = await drawPicture(data.blob, data.turn, data.kind);
    postMessage({ id: data.id, picture } satisfies DrawAnswer);
  });
});

import { drawThumbnail, type ThumbnailRequest } from './thumbnail-draw.ts';

// One at a time: a small phone lacks the memory for several decoded pictures.
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ThumbnailRequest>) => {
  last = last.then(async () => {
    const thumb = await drawThumbnail(data.blob, data.turn);
    postMessage({ id: data.id, thumb });
  });
});

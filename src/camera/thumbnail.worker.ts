import { drawThumbnail, type ThumbnailRequest } from './thumbnail-draw.ts';

// One at a time: three decoded pictures at once are what a small phone has not.
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<ThumbnailRequest>) => {
  last = last.then(async () => {
    const thumb = await drawThumbnail(data.blob, data.turn);
    postMessage({ id: data.id, thumb });
  });
});

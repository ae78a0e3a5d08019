import { fetchAsset } from './fetch.ts';

/** The bytes of a file of the app itself. */
export async function loadAsset(address: string): Promise<Blob> {
  const answer = await fetchAsset(new Request(address));
  if (!answer.ok) throw new Error(`the app's file ${address} was answered with ${answer.status}`);
  return answer.blob();
}

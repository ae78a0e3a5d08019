// What is said of an original that has not arrived. Loaded on demand: only the server knows whether the device is in contact.
export default function AwaitedOriginal({ isOverdue }: { isOverdue: boolean }) {
  return isOverdue
    ? 'The photographer’s device hasn’t been in contact for more than ten minutes. Open the app on it with a connection. If the file is somewhere else, such as on a memory card, import it with the same account on any device. Until then, everyone sees a small preview that can’t be downloaded.'
    : 'Until it arrives, everyone sees a small preview that can’t be downloaded.';
}

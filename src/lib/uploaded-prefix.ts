interface TimedPhoto {
  /** Photos persisted by an earlier release lack the field. */
  taken_at_claimed?: string | null;
}

/** Before the time of a photo: it is that of the upload if the camera's clock can't be right. */
export const uploadedPrefix = ({ taken_at_claimed: claimed }: TimedPhoto): 'Uploaded ' | '' => (claimed ? 'Uploaded ' : '');

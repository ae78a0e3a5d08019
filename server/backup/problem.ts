/** Why a backup cannot be made or restored, as a sentence for who asked for it. */
export class BackupError extends Error {
  override name = 'BackupError';
}

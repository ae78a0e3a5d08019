// What was acknowledged to the person, noted outside of the phone: the side of the comparison that no code of the app writes.

export interface AcknowledgedPhoto {
  id: string;
  sha256: string;
  account: string;
  source: 'camera' | 'import';
  /** The phone that acknowledged it. */
  device: 'main' | 'other';
  /** The real time of the acknowledgement (ms since 1970). */
  at: number;
}

export class CampaignModel {
  readonly #photos = new Map<string, AcknowledgedPhoto>();

  /** @throws if it was acknowledged before */
  acknowledge(photo: AcknowledgedPhoto): void {
    if (this.#photos.has(photo.id)) throw new Error(`photo ${photo.id} was acknowledged twice`);
    this.#photos.set(photo.id, photo);
  }

  knows(id: string): boolean {
    return this.#photos.has(id);
  }

  /** The person imported its file again because the server had lost it: the same picture has another id from now on. */
  replace(id: string, newId: string): void {
    const photo = this.#photos.get(id);
    if (!photo) throw new Error(`photo ${id} was never acknowledged`);
    this.#photos.delete(id);
    this.#photos.set(newId, { ...photo, id: newId });
  }

  of(account: string): AcknowledgedPhoto[] {
    return [...this.#photos.values()].filter((photo) => photo.account === account);
  }

  get size(): number {
    return this.#photos.size;
  }

  /** The numbers that the main phone must show to this account. */
  countsOf(account: string): { shot: number; imported: number } {
    const own = this.of(account).filter(({ device }) => device === 'main');
    const imported = own.filter(({ source }) => source === 'import').length;
    return { shot: own.length - imported, imported };
  }
}

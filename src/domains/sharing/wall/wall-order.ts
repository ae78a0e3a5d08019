// In which order the wall shows the photos of a night: new ones first, latest first, then all in a random order, each once before any comes again.

/** Ids only. Each photo is in one of the three. */
export interface WallOrder {
  /** Not shown yet, latest first. They come before the others. */
  readonly fresh: readonly string[];
  /** Still to come in this round. */
  readonly rest: readonly string[];
  /** Shown in this round, last shown last. */
  readonly shown: readonly string[];
}

export type Random = () => number;

export const EMPTY_ORDER: WallOrder = { fresh: [], rest: [], shown: [] };

/** With so many of the latest photos the wall begins, whatever the night brought before. */
const FIRST = 20;
/** The last photos of a round are not among the first of the next one, as far as there are others. */
const APART = 10;

export function startOrder(latestFirst: readonly string[], random: Random): WallOrder {
  return { fresh: latestFirst.slice(0, FIRST), rest: shuffle(latestFirst.slice(FIRST), random), shown: [] };
}

export function shuffle(ids: readonly string[], random: Random): string[] {
  const left = [...ids];
  const drawn: string[] = [];
  while (left.length > 0) {
    const [id = ''] = left.splice(Math.floor(random() * left.length), 1);
    drawn.push(id);
  }
  return drawn;
}

export const idsOf = ({ fresh, rest, shown }: WallOrder): string[] => [...fresh, ...rest, ...shown];

/** New photos, latest first. Known ones stay where they are. */
export function arrive(order: WallOrder, latestFirst: readonly string[]): WallOrder {
  const known = new Set(idsOf(order));
  const added = latestFirst.filter((id) => !known.has(id));
  return added.length === 0 ? order : { ...order, fresh: [...added, ...order.fresh] };
}

/** Older photos that were read late: they come in this round, somewhere among the rest. */
export function addOlder(order: WallOrder, ids: readonly string[], random: Random): WallOrder {
  const known = new Set(idsOf(order));
  const added = ids.filter((id) => !known.has(id));
  return added.length === 0 ? order : { ...order, rest: shuffle([...order.rest, ...added], random) };
}

export function leave(order: WallOrder, gone: ReadonlySet<string>): WallOrder {
  const stays = (id: string) => !gone.has(id);
  return { fresh: order.fresh.filter(stays), rest: order.rest.filter(stays), shown: order.shown.filter(stays) };
}

/** The photos that come next, without beginning another round. */
export const upcoming = ({ fresh, rest }: WallOrder, count: number): string[] => [
  ...fresh.slice(0, count),
  ...rest.slice(0, Math.max(0, count - fresh.length)),
];

/** Begins the next round if this one is over. */
export function renew(order: WallOrder, random: Random): WallOrder {
  if (order.fresh.length > 0 || order.rest.length > 0) return order;
  const { shown } = order;
  const apart = Math.min(APART, Math.floor(shown.length / 2));
  const latest = shown.slice(shown.length - apart);
  const first = shuffle(shown.slice(0, shown.length - apart), random);
  // As many as must lie between come first; the others mix with the latest.
  const lead = first.slice(0, apart);
  return { fresh: [], rest: [...lead, ...shuffle([...first.slice(apart), ...latest], random)], shown: [] };
}

/** Marks a photo as shown in this round. */
export function take(order: WallOrder, id: string): WallOrder {
  const without = leave(order, new Set([id]));
  return { ...without, shown: [...without.shown, id] };
}

/** A photo that gave way to a new one before it was seen comes again, after the new ones. */
export function putBack(order: WallOrder, ids: readonly string[]): WallOrder {
  const back = ids.filter((id) => order.shown.includes(id));
  const without = leave(order, new Set(back));
  return { ...without, fresh: [...without.fresh, ...back] };
}

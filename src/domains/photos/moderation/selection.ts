// Which photos of a list are chosen. Pure.

export interface Selection {
  ids: ReadonlySet<string>;
  /** Where a range begins: what was chosen last by itself. */
  anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** All from the anchor to this one, both included, besides what is chosen already. Without an anchor only this one. */
export function extendedTo({ ids, anchor }: Selection, order: readonly string[], id: string): Selection {
  const to = order.indexOf(id);
  if (to === -1) return { ids, anchor };
  const held = anchor === null ? -1 : order.indexOf(anchor);
  const from = held === -1 ? to : held;
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...ids, ...range]), anchor: order[from] ?? id };
}

export const everything = (order: readonly string[]): Selection => ({ ids: new Set(order), anchor: order[0] ?? null });

/** Without what is no longer in the list; the same object when nothing left. */
export function kept(selection: Selection, present: ReadonlySet<string>): Selection {
  if ([...selection.ids].every((id) => present.has(id))) return selection;
  const ids = new Set([...selection.ids].filter((id) => present.has(id)));
  return { ids, anchor: selection.anchor !== null && present.has(selection.anchor) ? selection.anchor : null };
}

/** Where an arrow key leads among `count` squares in rows of `columns`; null when the key is not one that moves. */
export function keyTarget(key: string, index: number, columns: number, count: number): number | null {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return null;
  const target = index + step;
  return target < 0 || target >= count ? index : target;
}

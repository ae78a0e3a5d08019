/** The last index with a value of at most `at`, in values that ascend from 0. */
export function floorIndex(values: ArrayLike<number>, at: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((values[middle] ?? Infinity) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

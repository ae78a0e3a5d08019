/** "1 photo", "2,000 photos". */
export const counted = (count: number, one: string, many: string): string => `${count.toLocaleString()} ${count === 1 ? one : many}`;

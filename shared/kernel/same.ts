/** Whether two values are stored and sent alike: the same JSON, keys in the same order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

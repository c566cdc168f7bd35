/**
 * The order of names and titles for people: letters before their case and their marks, so that
 * "Äpfel" and "apple" stand before "Zebra", and 9 before
 * 10. By Unicode's root order, alike in every browser and on the server. What it takes for one name
 *     is ordered by its characters, so the order is total.
 */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

// Made once: making one is slow. English has no order of its own.
const collator = new Intl.Collator('en', { numeric: true })

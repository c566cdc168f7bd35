/**
 * The order of names and titles for people: letters count before their case and accents, so that
 * "Äpfel" and "apple" come before "Zebra", and 9 before 10. It is Unicode's root order, the same in
 * every browser and on the server. Names that are equal in it are ordered by their characters, so
 * the order is total.
 */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

// Made once: making one is slow. English has no order of its own.
const collator = new Intl.Collator('en', { numeric: true })

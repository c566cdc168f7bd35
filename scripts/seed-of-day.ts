/**
 * A seed that is another each day and the same all day (UTC), so that what fails today can be run
 * again: 20261127.
 */
export function seedOf(day: Date): number {
  return Number(day.toISOString().slice(0, 10).replaceAll('-', ''))
}

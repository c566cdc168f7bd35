export type DayGroup = 'Today' | 'Yesterday' | 'Older'

/**
 * Items, newest first, under Today, Yesterday and Older. `zone`: whose days; groups without items
 * are left out.
 */
export function dayGroups<Item extends { readonly at: number }>(
  items: readonly Item[],
  now: number,
  zone: 'UTC' | 'own',
): readonly { readonly group: DayGroup; readonly items: readonly Item[] }[] {
  const today = startOfDay(now, zone)
  // Noon of the day before: a day that a change of clocks made 23 or 25 hours long is still one
  // day.
  const yesterday = startOfDay(today - 43_200_000, zone)
  const groupOf = ({ at }: Item): DayGroup => (at >= today ? 'Today' : at >= yesterday ? 'Yesterday' : 'Older')
  return (['Today', 'Yesterday', 'Older'] as const).flatMap((group) => {
    const inGroup = items.filter((item) => groupOf(item) === group)
    return inGroup.length === 0 ? [] : [{ group, items: inGroup }]
  })
}

function startOfDay(at: number, zone: 'UTC' | 'own'): number {
  const date = new Date(at)
  return zone === 'UTC' ? date.setUTCHours(0, 0, 0, 0) : date.setHours(0, 0, 0, 0)
}

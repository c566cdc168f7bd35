import { links } from '#shared/links.ts'
import type { loadEventsStrip, loadNearbyEvents } from './near.load.ts'
import { stripFigures } from './strip-figures.ts'

export type StripLines = NonNullable<Awaited<ReturnType<typeof loadEventsStrip>>>['lines']

/** Of the answer for `/nearbyEvents`: the next near one's own place; none of any other answer. */
export function nearLines(answer: unknown): StripLines {
  if (typeof answer !== 'object' || answer === null || !('showing' in answer) || answer.showing !== links.nearbyEvents()) return []
  // Only this site's own server answers for its pages.
  const { place } = (answer as unknown as { readonly page: Awaited<ReturnType<typeof loadNearbyEvents>> }).page
  if (place === null) return []
  const coming = place.lines.filter(({ isCancelled, isOver }) => !isCancelled && !isOver)
  return coming
    .slice(0, stripFigures.shown)
    .map(({ title, href, times }) => ({ title, href, starts: times.starts, startAt: times.startAt }))
}

import { showCommentContents } from './comment-contents.ts'
import { markSection } from './mark-section.ts'
import { drawRailBar } from './rail-bar.ts'

/** What the contents beside a text do once the page is at rest. Gives the way to stop it. */
export function followContents(main: HTMLElement): () => void {
  const rail = document.querySelector<HTMLElement>('.rail.toc')
  const list = rail?.querySelector<HTMLElement>('ol') ?? null
  const discussion = main.querySelector<HTMLElement>('#comments')
  const stops = [markSection(main)]
  if (list !== null) stops.push(drawRailBar(list))
  if (rail && discussion !== null) stops.push(showCommentContents(rail, discussion))
  return () => stops.forEach((stop) => stop())
}

import { useAnswer } from '../data/page.ts'
import { readyPage } from './pages.ts'

/** Draws whatever the answer shows: the route's page, or another in its place. */
export function PageSlot() {
  const Page = readyPage(useAnswer().showing)
  return <Page />
}

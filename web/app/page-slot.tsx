import { useAnswer } from '../data/page.ts'
import { readyPage } from './pages.ts'
import { ProblemPage } from './pages/problem-page.tsx'

/** Draws whatever the answer shows: the route's page, another in its place, or the problem. */
export function PageSlot() {
  const answer = useAnswer()
  const Page = readyPage(answer.showing)
  if (Page !== undefined) return <Page />
  return <ProblemPage problem={answer.problem ?? { status: 404, reason: null }} />
}

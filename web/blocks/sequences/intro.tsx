import { useBodies } from '../../data/page.ts'
import { Body } from '../../ui/body.tsx'
import type { IntroView } from './series-view.ts'

/** What somebody wrote above a list of posts. */
export function Intro({ of, className = 'essay' }: { readonly of: IntroView | null; readonly className?: string }) {
  const bodies = useBodies()
  if (of === null) return null
  return (
    <div className="series-intro">
      <Body className={className} name={of.key} html={bodies[of.key]} version={of.version} dir="auto" />
    </div>
  )
}

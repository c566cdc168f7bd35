import { useBodies } from '../../data/page.ts'
import { Body } from '../../ui/body.tsx'
import type { IntroView } from './series-view.ts'

/** What somebody wrote above a list of posts. `data-body` says its name to whoever keeps the page (web/app/keep-page.ts). */
export function Intro({ of, className = 'essay' }: { readonly of: IntroView | null; readonly className?: string }) {
  const bodies = useBodies()
  if (of === null) return null
  return (
    <div className="series-intro" data-body={of.key}>
      <Body className={className} html={bodies[of.key]} version={of.version} dir="auto" />
    </div>
  )
}

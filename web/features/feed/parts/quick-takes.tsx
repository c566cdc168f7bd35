import { links } from '#shared/links.ts'
import { SaidLine } from '../../../blocks/posts/said-line.tsx'
import type { SaidView } from '../../../blocks/posts/said-view.ts'
import { useNow } from '../../../ui/clock.ts'
import { Fold } from './fold.tsx'

/** Quick takes of the last days, best first. */
export function QuickTakes({ takes }: { readonly takes: readonly SaidView[] }) {
  const now = useNow()
  if (takes.length === 0) return null
  return (
    <Fold id="quick-takes" title="Quick takes" more={{ href: links.quickTakes(), word: 'All quick takes' }}>
      <ul className="said-list">
        {takes.map((take) => (
          <SaidLine key={take.id} said={take} now={now} />
        ))}
      </ul>
    </Fold>
  )
}

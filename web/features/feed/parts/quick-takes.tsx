import { links } from '#shared/links.ts'
import type { CommentLineView } from '../../../blocks/posts/comment-line-view.ts'
import { useIsLeftOut } from '../../../data/muted.ts'
import { useNow } from '../../../ui/clock.ts'
import { Fold } from './fold.tsx'
import { StripLine } from './strip-line.tsx'

/** Quick takes of the last days, best first. */
export function QuickTakes({ takes }: { readonly takes: readonly CommentLineView[] }) {
  const now = useNow()
  const isLeftOut = useIsLeftOut()
  if (takes.every(({ by }) => isLeftOut(by.slug))) return null
  return (
    <Fold id="quick-takes" title="Quick takes" more={{ href: links.quickTakes(), word: 'All quick takes' }}>
      <ul className="lines">
        {takes.map((take) => (
          <StripLine key={take.id} said={take} now={now} />
        ))}
      </ul>
    </Fold>
  )
}

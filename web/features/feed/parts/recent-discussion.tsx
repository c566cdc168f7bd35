import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useIsLeftOut } from '../../../data/muted.ts'
import { useNow } from '../../../ui/clock.ts'
import type { DiscussedView } from '../front.load.ts'
import { Fold } from './fold.tsx'
import { StripLine } from './strip-line.tsx'

interface RecentDiscussionProps {
  readonly discussed: readonly DiscussedView[]
  readonly more: string | null
}

/** What is talked about now: posts by their newest comment. */
export function RecentDiscussion({ discussed, more }: RecentDiscussionProps) {
  const now = useNow()
  const isLeftOut = useIsLeftOut()
  const shown = discussed.filter(({ said }) => said.some(({ by }) => !isLeftOut(by.slug)))
  if (shown.length === 0) return null
  return (
    <Fold id="recent-discussion" title="Recent discussion" more={{ href: links.allComments(), word: 'All comments' }}>
      {shown.map(({ id, title, href, lang, dir, isTake, commentCount, said }) => (
        <article key={id} className="discussed" aria-label={title}>
          <h3 className="row-title">
            <a href={href} lang={lang} dir={dir}>
              {title}
            </a>{' '}
            {isTake ? null : <span className="meta soft nums">{counted(commentCount, 'comment')}</span>}
          </h3>
          <ul className="lines">
            {said.map((line) => (
              <StripLine key={line.id} said={line} now={now} />
            ))}
          </ul>
        </article>
      ))}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More discussions</MoreLink>
        </p>
      )}
    </Fold>
  )
}

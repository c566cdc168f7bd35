import type { MouseEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage } from '../../../data/page.ts'
import type { loadBallot } from '../ballot.load.ts'
import type { Opening } from '../parts/ballot.tsx'
import { Ballot, panelLinkId } from '../parts/ballot.tsx'
import { BallotFilter } from '../parts/ballot-filter.tsx'
import { BallotOrder } from '../parts/ballot-order.tsx'
import { NotOpen } from '../parts/not-open.tsx'
import { ReviewHead } from '../parts/review-head.tsx'
import { panelTitleId, ReviewPanel } from '../parts/review-panel.tsx'
import { UnsentVotes } from '../parts/unsent-votes.tsx'
import { YourShare } from '../parts/your-share.tsx'

/** The candidates of a year, one's votes on them, and one of them beside the list. */
export default function BallotPage() {
  const { frame, order, filter, limit, tags, lines, votes, written, count, refusal, panel, longforms, more } = usePage<typeof loadBallot>()
  useHoverCards()
  const [isOpened, setOpened] = useState(false)
  const navigate = useNavigate()
  const { year } = frame
  const isFiltered = filter.tag !== undefined || filter.read === true
  // With a place in it the focus and, on a phone, the page go there.
  const hrefOf = (post: string | undefined) =>
    `${links.reviewVoting(year, { ...filter, sort: order.sort, reverse: order.isReversed || undefined, limit, post })}#${
      post === undefined ? panelLinkId(panel?.post.id ?? '') : panelTitleId
    }`
  const open = (event: MouseEvent, post: string | undefined) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    setOpened(post !== undefined)
    void navigate(hrefOf(post), { preventScrollReset: matchMedia(besideFrom).matches })
  }
  const opened = panel?.post.id
  const wasOpened = useRef(opened)
  useEffect(() => {
    // Back to where it was opened from.
    const before = wasOpened.current
    wasOpened.current = opened
    if (opened === undefined && before !== undefined) document.getElementById(panelLinkId(before))?.focus({ preventScroll: true })
  }, [opened])
  const opening: Opening = { opened, hrefOf, open }
  return (
    <div className={panel === null ? undefined : 'review-split'}>
      <div>
        <ReviewHead frame={frame} current="ballot" />
        {frame.isYear ? (
          <>
            <NotOpen refusal={refusal} frame={frame} />
            {refusal === null ? <YourShare frame={frame} lines={lines} votes={votes} written={written} /> : null}
            <UnsentVotes frame={frame} />
            <h2 className="section">{counted(count, 'candidate')}</h2>
            <BallotFilter year={year} order={order} filter={filter} tags={tags} />
            {lines.length === 0 ? (
              <p className="empty">
                {isFiltered ? (
                  <>
                    No candidate fits. <a href={links.reviewVoting(year, { sort: order.sort })}>Clear filters</a>
                  </>
                ) : (
                  noCandidates(frame)
                )}
              </p>
            ) : (
              <>
                <BallotOrder year={year} order={order} filter={filter} />
                <Ballot frame={frame} lines={lines} votes={votes} isOpen={refusal === null} opening={opening} />
              </>
            )}
            {more === null ? null : (
              <p className="after">
                <MoreLink href={more}>Show more</MoreLink>
              </p>
            )}
            <Longforms of={longforms} />
          </>
        ) : null}
      </div>
      {panel === null ? null : (
        <ReviewPanel
          panel={panel}
          frame={frame}
          closing={{ href: hrefOf(undefined), onClick: (event) => open(event, undefined) }}
          takesFocus={isOpened}
        />
      )}
    </div>
  )
}

/** Below the candidates: there is no vote on them. */
function Longforms({ of: found }: { readonly of: ReturnType<typeof usePage<typeof loadBallot>>['longforms'] }) {
  if (found.length === 0) return null
  return (
    <>
      <h2 className="section">Longform reviews</h2>
      <ul className="plain-list">
        {found.map(({ href, title, lang, dir }) => (
          <li key={href}>
            <a href={href} lang={lang} dir={dir}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** As in annual-review.css: narrower, the panel is a page. */
const besideFrom = '(min-width: 62em)'

function noCandidates({ phase, year }: ReturnType<typeof usePage<typeof loadBallot>>['frame']): string {
  if (phase === 'nominations' || phase === 'reviews') return `No post of ${year} has enough votes yet.`
  return `No post of ${year} has the votes and the review that the final vote asks for.`
}

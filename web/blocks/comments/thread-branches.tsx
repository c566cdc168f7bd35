import { Suspense, useEffect, useMemo, useState } from 'react'
import type { ReactElement, RefObject } from 'react'
import { useLocation } from '../../data/navigation.ts'
import { useMuted } from '../../data/muted.ts'
import { useViewer } from '../../data/viewer.ts'
import { areBodiesLost } from '../../ui/body.tsx'
import { useNow } from '../../ui/clock.ts'
import { Contained } from '../contained.tsx'
import { Arrivals } from './arrivals.ts'
import { useBeside } from './beside.ts'
import { CommentItem } from './comment-item.tsx'
import type { ThreadFacts } from './comment-item.tsx'
import type { CommentBranch } from './comment-tree.ts'
import { createArranger } from './comment-tree.ts'
import { useFreshComments } from './fresh-comments.ts'
import type { Place } from './thread-view-keys.ts'
import { bodyKey } from './thread-view-keys.ts'
import type { ThreadView } from './thread-view.ts'
import { useNear } from './use-near.ts'

interface BranchesOf {
  readonly view: ThreadView
  readonly bodies: Readonly<Record<string, string>>
  readonly place: Place
  readonly postId: string
  readonly list: RefObject<HTMLElement | null>
  readonly elsewhere?: ReadonlySet<string> | undefined
}

const openingMs = 5_000

/**
 * What is shown: the page's comments, mine beside them, without those that came while one was
 * reading.
 */
export function useBranches({ view, bodies, place, postId, list, elsewhere }: BranchesOf) {
  const fresh = useFreshComments()
  const beside = useBeside()
  const muted = useMuted().ids
  const { pathname, search } = useLocation()
  const [arrivals] = useState(() => new Arrivals())
  const [arrange] = useState(() => createArranger(place))
  const [shown, setShown] = useState<ReadonlySet<string> | null>(null)
  const viewer = useViewer()
  const myId = viewer.kind === 'member' ? viewer.userId : beside.myId
  // Also what I sent before this page was opened, where the copy that was kept of it is older than
  // that.
  const mine = useMemo(() => idsBy(view, myId), [view, myId])
  const isMine = (id: string) => beside.changes.has(id) || fresh.has(id) || mine.has(id)
  const isBeingRead = (openForMs: number) => {
    // What was kept is shown at once, and what is new since comes a moment later: nobody is in the
    // middle of a sentence yet.
    const isOpening = scrollY === 0 && openForMs < openingMs
    return !isOpening && (list.current?.getBoundingClientRect().top ?? Infinity) < innerHeight
  }
  const asked = `${pathname}${search}`
  const held = arrivals.held(asked, view, isMine, isBeingRead)
  const branches = useMemo(
    () =>
      arrange({
        ...{ view, bodies, areBodiesLost: areBodiesLost(), postId, asked, fresh, held, beside },
        ...(elsewhere === undefined ? {} : { elsewhere }),
        muted,
      }),
    [arrange, view, bodies, postId, asked, fresh, held, beside, elsewhere, muted],
  )
  useEffect(() => {
    if (shown === null) return
    const first = [...(list.current?.querySelectorAll<HTMLElement>('li[data-comment]') ?? [])].find((item) =>
      shown.has(item.dataset['comment'] ?? ''),
    )
    const article = first?.querySelector<HTMLElement>('article') ?? first
    if (article === undefined) return
    article.tabIndex = -1
    article.focus({ preventScroll: true })
    article.scrollIntoView({ block: 'nearest' })
  }, [shown, list])
  return { branches, arrived: held.size, show: () => setShown(arrivals.show()) }
}

function idsBy({ comments, people }: ThreadView, myId: string | null): ReadonlySet<string> {
  const own = myId === null ? [] : comments.filter(({ by }) => people[by]?.id === myId)
  return new Set(own.map(({ id }) => id))
}

/**
 * One element a branch, kept as long as the branch is the same. Were it another, React would bring
 * every boundary to life at once, each from the root, and the page would stand still for seconds.
 */
export class BranchElements {
  #facts: ThreadFacts | null = null
  #kept = new WeakMap<CommentBranch, ReactElement>()

  of(branch: CommentBranch, facts: ThreadFacts): ReactElement {
    if (this.#facts !== facts) this.#kept = new WeakMap()
    this.#facts = facts
    const known = this.#kept.get(branch)
    if (known !== undefined) return known
    const element = (
      <Suspense key={branch.comment.id}>
        <Contained what="this comment and its replies" of={branch} as="li">
          <Chunk branch={branch} facts={facts} />
        </Contained>
      </Suspense>
    )
    this.#kept.set(branch, element)
    return element
  }
}

export function branchesBelow(branches: readonly CommentBranch[]): readonly CommentBranch[] {
  const all: CommentBranch[] = []
  const waiting = [...branches]
  for (let branch = waiting.pop(); branch !== undefined; branch = waiting.pop()) {
    all.push(branch)
    waiting.push(...branch.replies)
  }
  return all
}

/**
 * Ages are told once a branch comes near: a thousand of them at once would hold the page up as long
 * as all the rest.
 */
function Chunk({ branch, facts }: { readonly branch: CommentBranch; readonly facts: ThreadFacts }) {
  const now = useNow()
  const isNear = useNear(bodyKey(branch.comment.id, facts.place))
  return <CommentItem branch={branch} facts={facts} now={isNear ? now : null} />
}

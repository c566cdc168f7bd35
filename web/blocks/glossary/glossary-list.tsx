import type { RefObject } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { canEditGlossary } from '#shared/glossary/rules.ts'
import { links } from '#shared/links.ts'
import type { Post } from '#shared/posts/schema.ts'
import { setLook, startLook, useLook } from '../../data/look.ts'
import { endLight, hadLight } from '../../data/light-page.ts'
import { useLocation } from '../../data/navigation.ts'
import { useViewer } from '../../data/viewer.ts'
import { Body } from '../../ui/body.tsx'
import { counted } from '../counts.ts'
import type { TermView } from './glossary-view.ts'
import { cardOf } from './card-of.ts'
import { termBodyKey } from './term-key.ts'

interface GlossaryListProps {
  readonly post: Post
  readonly terms: readonly TermView[]
  readonly bodies: Readonly<Record<string, string>>
  /** Of the text that stands above it. */
  readonly textVersion: string
}

/** A page is at rest by then. */
const restMs = 600

/**
 * The words that a post explains, below its text; with a script they are underlined in it, and the
 * list may be kept in sight beside it.
 */
export function GlossaryList({ post, terms, bodies, textVersion }: GlossaryListProps) {
  const viewer = useViewer()
  const isPinned = useLook().glossary === 'pinned'
  const [showsAll, setShowsAll] = useState(false)
  const [message, setMessage] = useState('')
  const list = useRef<HTMLDetailsElement>(null)
  const approved = useMemo(() => terms.filter((term) => term.isApproved), [terms])
  const suggested = useMemo(() => terms.filter((term) => !term.isApproved), [terms])
  useEffect(startLook, [])
  useEffect(() => {
    // Whoever no longer wants it kept open may still be reading it.
    if (isPinned) void unfold(list.current)
  }, [isPinned])
  useTermOfLink(list)
  useUnderlined(showsAll ? terms : approved, textVersion)
  const canSwitch = suggested.length > 0
  useSwitchKey(() => {
    if (canSwitch) setShowsAll(!showsAll)
    setMessage(!canSwitch ? 'No other terms here' : showsAll ? 'Approved terms are underlined' : 'All terms are underlined')
  })
  const mayEdit = canEditGlossary(viewer, post).allowed
  return (
    <>
      <details className="glossary" id="glossary" ref={list} data-pinned={isPinned ? '' : undefined}>
        <summary>
          Glossary <span className="meta soft">{counted(approved.length, 'term')}</span>
        </summary>
        <p className="meta glossary-acts">
          <button
            type="button"
            className="linkish needs-js"
            aria-pressed={isPinned}
            data-live=""
            onClick={() => setLook({ glossary: isPinned ? 'folded' : 'pinned' })}
          >
            Keep open
          </button>
          {canSwitch ? (
            <button
              type="button"
              className="linkish needs-js"
              aria-pressed={showsAll}
              aria-keyshortcuts="Alt+Shift+G"
              title="Alt+Shift+G"
              data-live=""
              onClick={() => setShowsAll(!showsAll)}
            >
              All terms
            </button>
          ) : null}
          {mayEdit ? <a href={links.glossaryEditor({ postId: post.id })}>Edit the glossary</a> : null}
        </p>
        <Terms terms={approved} bodies={bodies} />
        {canSwitch ? (
          <details open={showsAll}>
            <summary className="linkish meta">Not approved by the author ({suggested.length})</summary>
            <Terms terms={suggested} bodies={bodies} />
          </details>
        ) : null}
      </details>
      {/* Not within: what is folded says nothing. */}
      <span className="sr" role="status">
        {message}
      </span>
    </>
  )
}

function Terms({ terms, bodies }: Pick<GlossaryListProps, 'terms' | 'bodies'>) {
  if (terms.length === 0) return null
  return (
    <dl>
      {terms.map(({ id, term, altTerms, isApproved, isFromModel, version }) => (
        <div key={id} id={termBodyKey(id)} data-term={term} data-also={altTerms.length === 0 ? undefined : altTerms.join('\n')}>
          <dt dir="auto">
            <b>{term}</b>
            {altTerms.length === 0 ? null : <span className="meta soft"> also {altTerms.join(', ')}</span>}
          </dt>
          <dd>
            <Body className="c-body" name={termBodyKey(id)} html={bodies[termBodyKey(id)]} version={version} />
            {isApproved ? null : (
              <p className="meta soft">{isFromModel ? 'Not approved; drafted by a language model' : 'Not approved by the author'}</p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** With its styles, which put it where it pushes nothing away. */
async function unfold(list: HTMLDetailsElement | null): Promise<void> {
  await import('./glossary-styles.ts').catch(() => undefined)
  if (list !== null) list.open = true
}

/**
 * A link to a term, or to all of them, from a list of posts: what they are folded into is opened.
 */
function useTermOfLink(list: RefObject<HTMLDetailsElement | null>): void {
  const { hash } = useLocation()
  useEffect(() => {
    const named = document.getElementById(hash.slice(1))
    if (named === null || list.current?.contains(named) !== true) return
    const isFolded = named.getClientRects().length === 0
    for (let fold = named.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null) fold.open = true
    if (isFolded) named.scrollIntoView()
  }, [hash, list])
}

function useUnderlined(terms: readonly TermView[], textVersion: string): void {
  const wait = useRef(restMs)
  /** Of the stop that had the focus. */
  const word = useRef<string | undefined>(undefined)
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const timer = setTimeout(
      async () => {
        // Without a network for it the list does what it did.
        const part = await import('./underline-terms.ts').catch(() => null)
        const text = document.getElementById('text')
        if (isGone || part === null || text === null) return
        endLight('glossary')
        stop = part.underlineTerms(text, terms, cardOf)
        wait.current = 0
        if (word.current !== undefined) text.querySelector<HTMLElement>(`.term-stop[data-word="${CSS.escape(word.current)}"]`)?.focus()
        word.current = undefined
      },
      hadLight('glossary') ? 0 : wait.current,
    )
    return () => {
      isGone = true
      clearTimeout(timer)
      const focused = document.activeElement
      word.current = focused instanceof HTMLElement && focused.matches('.term-stop') ? focused.dataset['word'] : undefined
      stop?.()
    }
  }, [terms, textVersion])
}

/** Alt+Shift+G, but not while one writes: there it may be a letter. */
function useSwitchKey(run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || event.code !== 'KeyG') return
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

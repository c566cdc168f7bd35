import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { ReactedPage } from './local-reactions.ts'
import { ServerReactionsContext } from './local-reactions.ts'
import type { LateReactions } from './reactions-late.ts'
import { isSameJson } from '#shared/kernel/same.ts'

interface ReactionsOnPageProps extends ReactedPage {
  readonly children: ReactNode
}

/** A reader has begun by then; a press comes earlier and brings it at once. */
const restMs = 700

/**
 * Everything that hears and draws reactions comes after the page is at rest, or with the first
 * press.
 */
export function ReactionsOnPage({ children, ...page }: ReactionsOnPageProps) {
  const latest = useRef<ReactedPage>(page)
  const late = useRef<LateReactions | null>(null)
  const { postId, comments, posts } = page
  // Every comment reads of it: a page that was asked for again, and says the same, draws none of
  // them.
  const [said, setSaid] = useState(page.said)
  if (said !== page.said && !isSameJson(said, page.said)) setSaid(page.said)
  useEffect(() => {
    latest.current = { said, postId, comments, posts }
    late.current?.update(latest.current)
  }, [said, postId, comments, posts])
  useEffect(() => {
    let isGone = false
    let coming: Promise<LateReactions | null> | null = null
    const bring = () => {
      coming ??= import('./reactions-late.ts').then(({ startReactions }) => {
        if (isGone) return null
        late.current = startReactions(latest.current)
        return late.current
      })
      // Without a network for it the page does what it did; the next press tries again.
      return coming.catch(() => (coming = null))
    }
    const onClick = (event: MouseEvent) => {
      const control = event.target instanceof Element ? event.target.closest<HTMLElement>('button.react, a.react-add') : null
      if (control === null || event.defaultPrevented || event.metaKey || event.ctrlKey || event.button !== 0) return
      event.preventDefault()
      void bring().then((here) => {
        if (isGone) return
        if (here !== null) here.press(control)
        else if (control instanceof HTMLAnchorElement) location.assign(control.href)
        else if (control instanceof HTMLButtonElement) control.form?.requestSubmit(control)
      })
    }
    document.addEventListener('click', onClick)
    const timer = setTimeout(bring, restMs)
    return () => {
      isGone = true
      clearTimeout(timer)
      document.removeEventListener('click', onClick)
      late.current?.stop()
      late.current = null
    }
  }, [])
  return <ServerReactionsContext value={said}>{children}</ServerReactionsContext>
}

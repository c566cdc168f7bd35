import { useEffect } from 'react'
import { useBodies, usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Body } from '../../../ui/body.tsx'
import { Time } from '../../../ui/time.tsx'
import type { CeremonyLoad } from '../seasonal-events.load.ts'
import '../seasonal-events.css'

const idOf = (page: number): string => `page-${page}`

/** A ceremony, one page after another: by its links, the arrow keys or scrolling. */
export default function CeremonyPage() {
  const { ceremony } = usePage<CeremonyLoad>()
  const bodies = useBodies()
  const now = useNow()
  const last = ceremony?.keys.length ?? 0
  useArrowKeys(last)
  if (ceremony === null)
    return (
      <>
        <h1 className="page-title">Ceremony</h1>
        <p className="empty">No ceremony is configured.</p>
      </>
    )
  return (
    <article className="plain-text ceremony">
      <h1 className="title" dir="auto">
        {ceremony.title}
      </h1>
      {ceremony.endedAt === null ? null : (
        <p className="meta soft">
          This ceremony ended <Time at={ceremony.endedAt} now={now} />.
        </p>
      )}
      {ceremony.keys.map((key, at) => (
        <section key={key} id={idOf(at + 1)} tabIndex={-1} aria-label={`Page ${at + 1} of ${last}`}>
          <Body className="essay" html={bodies[key]} name={key} version="1" dir="auto" />
          <p className="meta soft ceremony-steps">
            {at === 0 ? null : <a href={`#${idOf(at)}`}>Previous page</a>}
            <span>
              {at + 1} of {last}
            </span>
            {at + 1 === last ? null : <a href={`#${idOf(at + 2)}`}>Next page</a>}
          </p>
        </section>
      ))}
    </article>
  )
}

/** → and ← go to the next page and the one before; where something is typed they are the text’s. */
function useArrowKeys(last: number): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      const isElsewhere =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable], dialog') !== null
      if (step === 0 || isElsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const next = document.getElementById(idOf(Math.min(last, Math.max(1, shownPage(last) + step))))
      if (next === null) return
      event.preventDefault()
      next.scrollIntoView()
      next.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [last])
}

/** The page that reaches the upper third of the window; 0: all are below it. */
function shownPage(last: number): number {
  const pages = Array.from({ length: last }, (_, at) => at + 1)
  return pages.findLast((page) => (document.getElementById(idOf(page))?.getBoundingClientRect().top ?? 0) < window.innerHeight / 3) ?? 0
}

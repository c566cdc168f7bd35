import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'

interface FoldProps {
  readonly id: string
  readonly title: string
  readonly more: { readonly href: string; readonly word: string }
  readonly children: ReactNode
}

const nameOf = (id: string): string => `fold:${id}`

/** A section of a page that can be folded; this browser remembers it. Open without a script. */
export function Fold({ id, title, more, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (details.current !== null && kept(id) === 'shut') details.current.open = false
  }, [id])
  return (
    <section className="front-part" aria-labelledby={`${id}-title`}>
      <div className="head">
        <h2 className="section" id={`${id}-title`}>
          {title}
        </h2>
        <a className="more soft" href={more.href}>
          {more.word}
        </a>
      </div>
      <details className="front-fold" ref={details} open onToggle={(event) => keep(id, event.currentTarget.open)}>
        <summary>
          <span className="sr">{title}: </span>
        </summary>
        {children}
      </details>
    </section>
  )
}

function kept(id: string): string | null {
  try {
    return localStorage.getItem(nameOf(id))
  } catch {
    return null // storage is forbidden: everything is open
  }
}

function keep(id: string, isOpen: boolean): void {
  try {
    if (isOpen) localStorage.removeItem(nameOf(id))
    else localStorage.setItem(nameOf(id), 'shut')
  } catch {
    // Storage is forbidden: it is open again next time.
  }
}

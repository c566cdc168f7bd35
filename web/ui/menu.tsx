import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'

interface MenuProps {
  /**
   * Said aloud; the summary may be a sign alone. Letters that are seen in it stand in here too, for
   * those who steer by voice.
   */
  readonly label: string
  readonly summary: ReactNode
  readonly className?: string
  readonly onOpen?: () => void
  readonly children: ReactNode
}

/**
 * A disclosure of links and buttons, by `<details>`: opens without a script; with one, Escape, a
 * click elsewhere and a choice close it.
 */
export function Menu({ label, summary, className, onOpen, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  // Opened before the page came alive.
  const opened = useRef(onOpen)
  useEffect(() => {
    if (details.current?.open === true) opened.current?.()
  }, [])
  useEffect(() => {
    const closeOn = (event: Event) => {
      const menu = details.current
      if (menu === null || !menu.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        menu.querySelector('summary')?.focus()
      } else if (event.target instanceof Node && menu.contains(event.target) && !isChoice(event.target)) return
      menu.open = false
    }
    document.addEventListener('click', closeOn)
    document.addEventListener('keydown', closeOn)
    return () => {
      document.removeEventListener('click', closeOn)
      document.removeEventListener('keydown', closeOn)
    }
  }, [])
  return (
    <details
      className={className === undefined ? 'menu' : `menu ${className}`}
      ref={details}
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen?.()
      }}
    >
      <summary className="icon-btn" aria-label={label}>
        {summary}
      </summary>
      <div className="menu-items">{children}</div>
    </details>
  )
}

function isChoice(target: Node): boolean {
  const element = target instanceof Element ? target : target.parentElement
  return element !== null && element.closest('.menu-items :is(a, [data-closes])') !== null
}

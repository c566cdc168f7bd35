import { useState } from 'react'

interface BodyProps {
  /** HTML from checked JSON; `undefined` while hydrating: the server's HTML is in the document and stays there, unread. */
  readonly html: string | undefined
  /** Changes when the text does. The same version is never drawn twice. */
  readonly version: string | number
  readonly className?: string
  readonly id?: string
  readonly lang?: string | undefined
  readonly dir?: 'auto' | 'ltr' | 'rtl'
  readonly as?: 'div' | 'section'
}

/** A text that somebody wrote. Reading the server's HTML back costs a tenth of a second for 1,000 comments, so React never does. */
export function Body({ html, version, as: Tag = 'div', ...attributes }: BodyProps) {
  const [drawn, draw] = useState({ html: html ?? '', version })
  const current = drawn.version === version ? drawn : { html: html ?? '', version }
  if (current !== drawn) draw(current)
  return <Tag {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: current.html }} />
}

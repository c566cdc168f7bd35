import { useState } from 'react'
import type { RenderedHtml } from '../trusted-types.ts'
import { renderedHtml } from '../trusted-types.ts'

interface BodyProps {
  /**
   * HTML from checked JSON; `undefined` while hydrating: the server's HTML is in the document and
   * stays there, unread.
   */
  readonly html: string | undefined
  /** Changes when the text does. The same version is never drawn twice. */
  readonly version: string | number
  readonly className?: string
  readonly id?: string
  /**
   * Under which it is among the page’s bodies, for whoever keeps the page (web/app/keep-page.ts); a
   * comment in a list has its item’s.
   */
  readonly name?: string
  readonly lang?: string | undefined
  readonly dir?: 'auto' | 'ltr' | 'rtl'
  readonly as?: 'div' | 'section'
}

/**
 * A text that somebody wrote. Reading the server's HTML back costs a tenth of a second for 1,000
 * comments, so React never does.
 */
export function Body({ html, version, name, as: Tag = 'div', ...attributes }: BodyProps) {
  const [drawn, draw] = useState(() => drawing(html ?? '', version))
  const isMissing = lost.hasBegun && drawn.text === '' && html !== undefined && html !== ''
  const current = drawn.version === version && !isMissing ? drawn : drawing(html ?? drawn.text, version)
  if (current !== drawn) draw(current)
  return <Tag {...attributes} data-body={name} ref={look} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: current.html }} />
}

interface Drawing {
  readonly text: string
  /**
   * The same object for as long as the text is shown: React compares it, and would draw an equal
   * one anew.
   */
  readonly html: RenderedHtml
  readonly version: string | number
}

/**
 * Texts come from the renderer alone: in the server's answer, or as body-html.ts makes them of
 * checked JSON.
 */
const drawing = (text: string, version: string | number): Drawing => ({ text, html: renderedHtml(text), version })

/**
 * Something else (an extension, a translator) has changed the page before it came alive, and React
 * has drawn it anew, without the texts.
 */
const lost = { hasBegun: false, tell: () => {} }

/**
 * @param tell asked for the page's data, bodies included: at most once a document, at once if the
 *   texts are gone already.
 */
export function whenBodiesAreLost(tell: () => void): void {
  lost.tell = tell
  if (lost.hasBegun) tell()
}

/** Then a text that comes is drawn, though its version is the same. */
export const areBodiesLost = (): boolean => lost.hasBegun

function look(element: HTMLElement | null): void {
  if (lost.hasBegun || element === null || element.hasChildNodes()) return
  lost.hasBegun = true
  lost.tell()
}

/**
 * Where a page needs one more style sheet, and not before: the document puts its link in here
 * (web/app/style-sheets.ts), and the browser paints what stands above without waiting for it.
 * React leaves it alone; the app has the sheet in the head.
 */
export function SheetHere({ name }: { readonly name: 'discussion' | 'foot' | 'lists' }) {
  return <div hidden data-sheet={name} suppressHydrationWarning dangerouslySetInnerHTML={nothing} />
}

const nothing = { __html: renderedHtml('') }

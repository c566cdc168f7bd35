/**
 * What can be done with selected words of a post or comment: react to them, quote them, copy a link
 * to them. The menu stands by the selection; Tab leads into it, Escape closes it. It is only ever
 * made while something is selected.
 */
import { links } from '#shared/links.ts'
import type { Quote } from '#shared/reactions/schema.ts'
import { choose } from '../reactions/palette-box.ts'
import type { ReactedPage } from '../reactions/local-reactions.ts'
import { indexOf, quoteOf } from './text-index.ts'
import { quoteInto } from './quote-into.ts'

interface Picked {
  readonly kind: 'post' | 'comment'
  readonly id: string
  readonly quote: Quote
  readonly range: Range
  readonly body: HTMLElement
}

const settleMs = 250

export function followSelection(page: () => ReactedPage, say: (word: string | null) => void): () => void {
  let menu: HTMLElement | null = null
  let shownFor = ''
  /** The selection's own: it follows what is selected. */
  let range: Range | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    menu?.remove()
    menu = null
    shownFor = ''
  }
  const look = () => {
    // Its own buttons and the palette do not end what they act on.
    if (menu !== null && (menu.contains(document.activeElement) || document.querySelector('.palette') !== null)) return
    const picked = pick(page())
    if (picked === null) return close()
    const name = JSON.stringify([picked.id, picked.quote])
    if (name === shownFor && menu !== null) {
      range = picked.range
      return placeBy(menu, range)
    }
    close()
    shownFor = name
    range = picked.range
    menu = draw(picked, page(), say, close)
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(look, settleMs)
  }
  const onKey = (event: KeyboardEvent) => {
    if (menu === null) return
    if (event.key === 'Escape') close()
    if (event.key !== 'Tab' || event.shiftKey || menu.contains(document.activeElement)) return
    event.preventDefault()
    menu.querySelector('button')?.focus()
  }
  const onScroll = () => {
    if (menu !== null && range !== null) placeBy(menu, range)
  }
  document.addEventListener('selectionchange', later)
  document.addEventListener('keydown', onKey)
  addEventListener('scroll', onScroll, { passive: true })
  return () => {
    clearTimeout(timer)
    close()
    document.removeEventListener('selectionchange', later)
    document.removeEventListener('keydown', onKey)
    removeEventListener('scroll', onScroll)
  }
}

/** `null`: nothing is selected, or not within one text. */
function pick({ postId }: ReactedPage): Picked | null {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const around = range.commonAncestorContainer
  const body = (around instanceof Element ? around : around.parentElement)?.closest<HTMLElement>('#text, .c-body') ?? null
  if (body === null) return null
  const commentId = body.id === 'text' ? null : body.closest<HTMLElement>('[data-comment]')?.dataset['comment']
  if (commentId === undefined) return null
  const id = commentId ?? postId
  const quote = quoteOf(indexOf(body), range)
  return id === null || quote === null ? null : { kind: commentId === null ? 'post' : 'comment', id, quote, range, body }
}

function draw(picked: Picked, page: ReactedPage, say: (word: string | null) => void, close: () => void): HTMLElement {
  const box = document.createElement('div')
  box.className = 'float picked'
  box.popover = 'manual'
  box.setAttribute('role', 'toolbar')
  box.setAttribute('aria-label', 'For the selected words')
  const add = (word: string, run: (button: HTMLElement) => void) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: word })
    // The selection stays what it is.
    button.addEventListener('pointerdown', (event) => event.preventDefault())
    button.addEventListener('click', () => run(button))
    box.append(button)
  }
  // What is said in a dialogue is no part of the post's own text, in which the words would be
  // looked for.
  if (!picked.body.matches('.dialogue')) {
    add('React', (button) =>
      choose(button, { kind: picked.kind, id: picked.id, quote: picked.quote }, (word) => {
        close()
        say(word)
      }),
    )
  }
  const canQuote =
    picked.kind === 'comment' ? picked.body.closest('article')?.querySelector('.c-reply') : document.getElementById('new-comment')
  if (canQuote) {
    add('Quote in a comment', () => {
      close()
      getSelection()?.removeAllRanges()
      quoteInto(picked.kind === 'comment' ? picked.body.closest('article') : null, picked.quote.text)
    })
  }
  add('Copy link to text', () => {
    close()
    navigator.clipboard.writeText(linkTo(picked, page)).then(
      () => say('Link copied.'),
      () => say('Your browser doesn’t allow copying.'),
    )
  })
  box.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (step === 0) return
    event.preventDefault()
    const all = [...box.querySelectorAll('button')]
    all.at((all.findIndex((one) => one === document.activeElement) + step) % all.length)?.focus()
  })
  document.body.append(box)
  box.showPopover()
  placeBy(box, picked.range)
  return box
}

/** Above the words by a mouse; below by a finger, whose own menu is above. */
function placeBy(box: HTMLElement, range: Range): void {
  const at = range.getBoundingClientRect()
  const isTouch = matchMedia('(pointer: coarse)').matches
  const above = at.top - box.offsetHeight - 8
  const below = at.bottom + (isTouch ? 28 : 8)
  const top = isTouch || above < 8 ? below : above
  box.style.left = `${Math.max(8, Math.min(at.left + at.width / 2 - box.offsetWidth / 2, innerWidth - box.offsetWidth - 8))}px`
  box.style.top = `${Math.max(8, Math.min(top, innerHeight - box.offsetHeight - 8))}px`
}

/**
 * The page's own address with a text fragment (WICG URL Fragment Text Directives, read November
 * 2026): long words by their beginning and end.
 */
function linkTo({ kind, id, quote }: Picked, { postId }: ReactedPage): string {
  const words = quote.text.replace(/\s+/gu, ' ')
  const encode = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D')
  const named = words.length <= 100 ? encode(words) : `${encode(words.slice(0, 40))},${encode(words.slice(-40))}`
  const path = kind === 'comment' && postId !== null ? links.comment({ id: postId, slug: slugHere() }, id) : location.pathname
  return `${location.origin}${path}#:~:text=${named}`
}

const slugHere = (): string | null => location.pathname.split('/')[3] ?? null

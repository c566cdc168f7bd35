/**
 * What stands beside a text: a line under words that were reacted to, the reactions themselves, and
 * the comments that quote a paragraph. Drawn over the page's own HTML: lines by the browser's
 * highlights, the rest at the end of its paragraph (on a desktop the margin beside it). Drawn anew
 * when something differs, and only then.
 */
import type { ReactionView } from '#shared/reactions/shown.ts'
import { sideComments } from '#shared/reactions/side-comments.ts'
import { counted } from '../counts.ts'
import type { ReactedPage } from '../reactions/local-reactions.ts'
import { indexOf, rangeOf } from '../selection/text-index.ts'
import { drawChoices } from './margin-choices.ts'
import type { MarginChoice } from './margin-choice.ts'
import { marginChoice } from './margin-choice.ts'
import { openComments } from './open-comments.ts'

const blocks = 'p, li, h1, h2, h3, h4, h5, h6, pre, figcaption, td, th'

/** By the element that shows it. */
interface Beside {
  readonly reactions: { readonly target: string; readonly view: ReactionView }[]
  readonly comments: string[]
}

/** How things are reacted to, as it is known where the margin is drawn. */
export interface KnownReactions {
  /** Things that the page itself says nothing of. */
  readonly ids: () => Iterable<string>
  readonly of: (targetId: string) => readonly ReactionView[]
}

export function drawMargin(page: ReactedPage, known: KnownReactions): void {
  const choice = page.postId === null ? ({ inline: 'up', side: 'none' } as const) : marginChoice(page.postId)
  const places = new Map<Element, Beside>()
  const placeOf = (block: Element): Beside => {
    const found = places.get(block) ?? { reactions: [], comments: [] }
    places.set(block, found)
    return found
  }
  const ranges: Range[] = []
  // Before anything is looked for: taking a mark away breaks the places found in it.
  if (!canHighlight()) unmark()
  const reacted = new Set([...Object.keys(page.said), ...known.ids()])
  let hasWords = false
  for (const id of reacted) {
    const views = known.of(id).filter(({ quote }) => quote !== undefined)
    if (views.length === 0) continue
    hasWords = true
    for (const body of bodiesOf(page, id)) {
      const index = indexOf(body)
      for (const view of views.filter(({ net }) => isWanted(choice, net))) {
        const range = view.quote === undefined ? null : rangeOf(index, view.quote)
        const block = range?.endContainer.parentElement?.closest(blocks)
        if (range === null || !block || !body.contains(block)) continue
        ranges.push(range)
        placeOf(block).reactions.push({ target: `${id === page.postId ? 'post' : 'comment'}:${id}`, view })
      }
    }
  }
  const text = page.postId === null ? null : document.getElementById('text')
  const quoting = text === null ? [] : quotingComments(page)
  if (text !== null && quoting.length > 0) {
    const paragraphs = [...text.querySelectorAll(blocks)].filter((block) => block.querySelector(blocks) === null)
    const words = paragraphs.map((block) => indexOf(block).text)
    for (const [at, ids] of sideComments(words, quoting, choice.side)) {
      const block = paragraphs[at]
      if (block !== undefined) placeOf(block).comments.push(...ids)
    }
  }
  underline(ranges)
  const wanted = new Set<Element>()
  for (const [block, beside] of places) wanted.add(drawBlock(block, beside))
  for (const old of document.querySelectorAll('.in-margin')) if (!wanted.has(old)) old.remove()
  if (text !== null && page.postId !== null) {
    const { postId } = page
    const has = { inline: hasWords, side: quoting.length > 0 }
    drawChoices(text, postId, has, () => drawMargin(page, known))
  }
}

const isWanted = ({ inline }: MarginChoice, net: number): boolean => inline === 'all' || (inline === 'up' && net > 0)

/** Where a text is drawn: a comment may stand twice, in the thread and above the post. */
function bodiesOf({ postId }: ReactedPage, id: string): readonly Element[] {
  if (id === postId) return [...document.querySelectorAll('#text')]
  return [...document.querySelectorAll(`[data-comment="${id}"]`)].flatMap((item) => {
    const body = item.querySelector('.c-body')
    return body !== null && body.closest('[data-comment]') === item ? [body] : []
  })
}

function quotingComments({ comments }: ReactedPage) {
  const quotes = new Map<string, string[]>()
  for (const quote of document.querySelectorAll(':is(#answers, #comments) .c-body blockquote')) {
    const id = quote.closest<HTMLElement>('[data-comment]')?.dataset['comment']
    if (id !== undefined) quotes.set(id, [...(quotes.get(id) ?? []), indexOf(quote).text])
  }
  return comments.flatMap(({ id, score }) => {
    const own = quotes.get(id)
    return own === undefined ? [] : [{ id, score, quotes: own }]
  })
}

const canHighlight = (): boolean => typeof Highlight === 'function' && 'highlights' in CSS

/**
 * Without highlights the words are marked where they lie within one piece of text: the text itself
 * stays what it was.
 */
function underline(ranges: readonly Range[]): void {
  if (canHighlight()) {
    CSS.highlights.set('reacted', new Highlight(...ranges))
    return
  }
  for (const range of ranges) {
    if (range.startContainer !== range.endContainer) continue
    const mark = document.createElement('mark')
    mark.className = 'reacted'
    range.surroundContents(mark)
  }
}

function unmark(): void {
  for (const old of document.querySelectorAll('mark.reacted')) {
    const around = old.parentNode
    old.replaceWith(...old.childNodes)
    around?.normalize()
  }
}

/**
 * The place at a paragraph's end; what stands there already and says the same is left alone, so
 * that nobody loses the focus.
 */
function drawBlock(block: Element, { reactions, comments }: Beside): Element {
  const name = JSON.stringify([reactions.map(({ target, view }) => [target, view.part, view.net, view.mine]), comments])
  const old = block.querySelector<HTMLElement>(':scope > .in-margin')
  if (old !== null && old.dataset['name'] === name) return old
  const place = document.createElement('span')
  place.className = 'in-margin'
  place.dataset['name'] = name
  for (const { target, view } of reactions) place.append(reactButton(target, view))
  if (comments.length > 0) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'aside-comment' })
    button.dataset['sign'] = '❝'
    button.dataset['count'] = String(comments.length)
    button.setAttribute('aria-label', `${counted(comments.length, 'comment')} on this paragraph`)
    button.addEventListener('click', () => openComments(button, comments))
    place.append(button)
  }
  block.classList.add('has-margin')
  if (old === null) block.append(place)
  else old.replaceWith(place)
  return place
}

function reactButton(target: string, { part, sign, label, net, quote, mine }: ReactionView): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'react', name: 'react' })
  button.value = `${target}:${part}:1`
  button.dataset['sign'] = sign
  button.dataset['count'] = String(net)
  button.setAttribute('aria-pressed', String(mine === 1))
  if (mine === -1) button.dataset['against'] = 'true'
  button.setAttribute('aria-label', `${label} on “${quote?.text ?? ''}”: ${net}`)
  return button
}

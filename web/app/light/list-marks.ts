/**
 * What a visitor's page without the app shows of what was read and folded on this device, in lists
 * that the server draws for everybody.
 */
import { isFields, unpackLists } from '#shared/pages/packed-lists.ts'
import { guardedLocal } from '../../data/guarded-storage.ts'
import { visitorReadingIn } from '../../data/visitor-reading.ts'

type Late = NonNullable<typeof window.__late>

/** Rows of posts, and the lines of a sequence. */
const rows = 'li.row, .series-posts > li'

/**
 * Marks the rows as the app draws them (web/blocks/posts/post-row.tsx), and folds what was folded.
 * Gives the way to take the marks away.
 */
export function showVisitorMarks(late: Late): () => void {
  foldAgain()
  const { marks } = visitorReadingIn(guardedLocal).get()
  if (marks.size === 0) return () => {}
  const handOver = JSON.stringify(JSON.parse(document.getElementById('hand-over')?.textContent || 'null', unpackLists))
  const talked = talkedIn(handOver)
  const stops = [...document.querySelectorAll<HTMLElement>(rows)].flatMap((row) => {
    const link = row.querySelector<HTMLAnchorElement>('.row-title a, .series-title')
    const id = /\/(?:posts|p)\/([0-9a-z]{26})/u.exec(link?.pathname ?? '')?.[1] ?? ''
    const mark = marks.get(id)
    return link === null || mark === undefined
      ? []
      : [showMark(row, link, mark.isRead, (talked.get(id) ?? 0) > mark.seenUpTo && mark.seenUpTo > 0)]
  })
  // How far one has come in a sequence is the app's to say.
  const isBegun = () => [...handOver.matchAll(/"([0-9a-z]{26})"/gu)].some(([, id = '']) => marks.get(id)?.isRead === true)
  if (document.querySelector('.so-far') !== null && isBegun()) late.begin()
  return () => stops.forEach((stop) => stop())
}

/**
 * When each post of the page was last commented on, in ms since 1970, as the page hands it over to
 * the app.
 */
function talkedIn(handOver: string): ReadonlyMap<unknown, number> {
  const found = new Map<unknown, number>()
  JSON.parse(handOver, (_key, value: unknown) => {
    if (isFields(value) && 'talkedAt' in value) found.set(value['id'], value['talkedAt'] as number)
    return value
  })
  return found
}

function showMark(row: HTMLElement, link: HTMLAnchorElement, isRead: boolean, hasNews: boolean): () => void {
  const word = Object.assign(document.createElement('span'), { className: 'sr', textContent: ', read' })
  const count = row.querySelector<HTMLElement>('.row-count')
  const label = count?.getAttribute('aria-label') ?? ''
  if (isRead) {
    row.classList.add('read')
    link.after(word)
  }
  if (hasNews) {
    count?.classList.add('fresh')
    count?.setAttribute('aria-label', `${label}, some new since you were there`)
  }
  return () => {
    row.classList.remove('read')
    word.remove()
    count?.classList.remove('fresh')
    if (hasNews) count?.setAttribute('aria-label', label)
  }
}

/**
 * Remembers whether a section of the front page is folded, as web/features/feed/parts/fold.tsx
 * does.
 */
export function keepFold(target: EventTarget | null): void {
  if (!(target instanceof HTMLDetailsElement && target.matches('.front-fold'))) return
  if (target.open) guardedLocal.removeItem(foldKey(target))
  else guardedLocal.setItem(foldKey(target), 'shut')
}

function foldAgain(): void {
  for (const fold of document.querySelectorAll<HTMLDetailsElement>('details.front-fold'))
    if (guardedLocal.getItem(foldKey(fold)) === 'shut') fold.open = false
}

/** Of the section that is named by `ID-title`. */
const foldKey = (fold: HTMLElement): string => `fold:${fold.parentElement?.getAttribute('aria-labelledby')?.replace(/-title$/u, '') ?? ''}`

/**
 * Brings a text and its discussion to life on a page without the app, as the app does
 * (web/blocks/essay/enliven-essay.ts), with the app's own parts as far as they need nothing but the
 * page. What a visitor has read is remembered in plain storage.
 */
import { isId } from '#shared/kernel/ids.ts'
import '../../blocks/reactions/reactions-styles.ts'
import '../../blocks/reading/comfort-styles.ts'
import { pointAt } from '../../blocks/comments/point-at.ts'
import { followContents } from '../../blocks/contents/follow-contents.ts'
import { openNotes } from '../../blocks/footnotes/open-notes.ts'
import { cardOf } from '../../blocks/glossary/card-of.ts'
import { underlineTerms } from '../../blocks/glossary/underline-terms.ts'
import { followReading } from '../../blocks/progress/follow-reading.ts'
import type { ReadingPlaces } from '../../blocks/progress/reading-places.ts'
import { copyAnchors } from '../../blocks/reading/copy-anchors.ts'
import { copyTex } from '../../blocks/reading/copy-tex.ts'
import { printLinks } from '../../blocks/reading/print-links.ts'
import { drawMargin } from '../../blocks/side-comments/margin.ts'
import { addTextControls } from '../../blocks/text/text-controls.ts'
import { guardedLocal } from '../../data/guarded-storage.ts'
import type { VisitorReadingStore } from '../../data/visitor-reading.ts'
import { visitorReadingIn } from '../../data/visitor-reading.ts'
import { noteSight } from '../note-sight.ts'
import type { LightPage } from './light-page.ts'
import { lightPage } from './light-page.ts'
import { noteVisit } from './note-visit.ts'

type Late = NonNullable<typeof window.__late>

/**
 * Gives the way to end what stands in parts of the page that React draws; what lies within texts is
 * ended by the app's own part for it.
 */
export function enlivenReading(late: Late): () => void {
  const main = document.getElementById('main')
  const handOver = document.getElementById('hand-over')?.textContent
  if (main === null || !handOver) return () => {}
  const page = lightPage(handOver)
  const reading = visitorReadingIn(guardedLocal)
  const essay = document.getElementById('text')
  const stops: (() => void)[] = []
  followHash(late)
  tellSight(page, late)
  if (document.getElementById('comments') !== null) stops.push(noteVisit(page, reading, late))
  if (essay !== null) {
    const facts = { ...page, postId: page.postId ?? '', isPublished: page.postId !== null }
    stops.push(followContents(main), followReading(essay, facts, placesIn(reading)))
    const inText = [openNotes(main), copyAnchors(main), copyTex(main), printLinks(main), addTextControls(main)]
    late.ends = { ...late.ends, essay: () => inText.forEach((stop) => stop()) }
    explainTerms(essay, late)
  }
  const { reactions, comments, postId } = page
  drawMargin(
    { said: reactions, postId: essay === null ? null : postId, comments, posts: [] },
    { ids: () => [], of: (id) => reactions[id] ?? [] },
  )
  // Beside the text, not in it.
  stops.push(() => document.querySelector('.margin-choices')?.remove())
  return () => stops.forEach((stop) => stop())
}

const placesIn = (reading: VisitorReadingStore): ReadingPlaces => ({
  find: async (postId) => reading.get().places.get(postId) ?? null,
  keep: (postId, stopped, keptAt) => reading.setPlace(postId, { ...stopped, keptAt }),
})

/** For how long the post was in sight, until the app is there, which notes the rest. */
function tellSight({ postId }: LightPage, late: Late): void {
  noteSight(
    { get: () => ({ answer: { page: null }, isLoading: false }), subscribe: () => () => {} },
    () => postId ?? undefined,
    () => navigator.onLine && late.light !== 0,
  )
}

/** The comment that the address ends with. */
function followHash(late: Late): void {
  const follow = () => {
    const commentId = location.hash.slice(1)
    // Its own page is the app's to find.
    if (late.light !== 0 && isId(commentId) && pointAt(commentId) === 'too-deep') late.begin()
  }
  addEventListener('hashchange', follow)
  follow()
}

/** The glossary as its list says it (web/blocks/glossary/glossary-list.tsx). */
function explainTerms(essay: HTMLElement, late: Late): void {
  const list = document.querySelector<HTMLDetailsElement>('details.glossary')
  if (list === null) return
  const terms = [...list.querySelectorAll<HTMLElement>(':scope > dl [data-term]')].map(({ id, dataset: { term = '', also } }) => ({
    id: id.replace('term-', ''),
    term,
    altTerms: also?.split('\n') ?? [],
    isApproved: true,
  }))
  late.ends = { ...late.ends, glossary: underlineTerms(essay, terms, cardOf) }
  if (document.documentElement.dataset['glossary'] === 'pinned') {
    list.dataset['pinned'] = ''
    list.querySelector('.glossary-acts button')?.setAttribute('aria-pressed', 'true')
    list.open = true
  }
  const named = document.getElementById(location.hash.slice(1))
  if (named === null || !list.contains(named)) return
  for (let fold = named.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null) fold.open = true
  named.scrollIntoView()
}

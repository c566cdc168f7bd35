import { unfold } from './use-thread-actions.ts'

/**
 * To the next (1) or former (-1) new comment from where the reader is, round about at the end.
 * @returns whether there is any.
 */
export function jumpToNew(step: 1 | -1): boolean {
  const fresh = [...document.querySelectorAll<HTMLElement>('#comments .c.new')]
  if (fresh.length === 0) return false
  const here = document.activeElement?.closest<HTMLElement>('.c.new') ?? null
  const at = here === null ? nearest(fresh, step) : fresh.indexOf(here) + step
  const article = fresh.at(at >= fresh.length ? 0 : at)
  if (article === undefined) return false
  for (let box = article.closest('details'); box !== null; box = box.parentElement?.closest('details') ?? null) box.open = true
  for (let fold = article.closest('[data-folded]'); fold !== null; fold = fold.closest('[data-folded]')) unfold(fold)
  article.tabIndex = -1
  article.focus({ preventScroll: true })
  article.scrollIntoView({ block: 'start' })
  return true
}

/** Nobody stands on one yet: the first below the window's top, or the last above it. */
function nearest(fresh: readonly HTMLElement[], step: 1 | -1): number {
  const below = fresh.findIndex((article) => article.getBoundingClientRect().top > 8)
  if (step === 1) return below === -1 ? 0 : below
  return below === -1 ? fresh.length - 1 : below - 1
}

/**
 * Beside the discussion the contents are those of the discussion: the first comment of each thread
 * and what answers it, with author and karma. Made from the page when one comes there, and again
 * when the discussion has changed meanwhile.
 */
import { keepInSight } from './mark-section.ts'

const maxEntries = 400

/** Gives the way to stop it. */
export function showCommentContents(rail: HTMLElement, discussion: HTMLElement): () => void {
  let list: HTMLOListElement | null = null
  let links: readonly HTMLAnchorElement[] = []
  let isBeside = false
  let isAsked = false
  const draw = () => {
    const made = listOf(discussion)
    list?.remove()
    list = made
    links = made === null ? [] : [...made.querySelectorAll('a')]
    rail.toggleAttribute('data-discussion', made !== null)
    if (made !== null) rail.append(made)
    mark()
  }
  const mark = () => {
    isAsked = false
    if (list === null) return
    const here = lastAbove(links.slice(1), innerHeight / 3)
    for (const link of links) {
      if (link !== here) link.removeAttribute('aria-current')
      else if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'true')
        keepInSight(link)
      }
    }
  }
  const onScroll = () => {
    if (!isBeside || isAsked) return
    isAsked = true
    requestAnimationFrame(mark)
  }
  const clear = () => {
    list?.remove()
    list = null
    rail.removeAttribute('data-discussion')
  }
  // In the upper half of the window.
  const watcher = new IntersectionObserver(
    (seen) => {
      isBeside = seen.at(-1)?.isIntersecting === true
      if (isBeside) draw()
      else clear()
    },
    { rootMargin: '0px 0px -50% 0px' },
  )
  watcher.observe(discussion)
  let timer: ReturnType<typeof setTimeout> | undefined
  const changes = new MutationObserver(() => {
    if (!isBeside) return
    clearTimeout(timer)
    timer = setTimeout(() => isBeside && draw(), 500)
  })
  changes.observe(discussion, { childList: true, subtree: true })
  addEventListener('scroll', onScroll, { passive: true })
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
    changes.disconnect()
    removeEventListener('scroll', onScroll)
    clear()
  }
}

/**
 * The last entry whose comment begins above that line. They stand in the page's order, so few are
 * measured: each may lie in a thread that the browser has not laid out (`content-visibility`), and
 * would be laid out for it.
 */
function lastAbove(links: readonly HTMLAnchorElement[], line: number): HTMLAnchorElement | undefined {
  let [from, until] = [0, links.length]
  while (from < until) {
    const middle = (from + until) >> 1
    const item = document.getElementById(links[middle]?.hash.slice(1) ?? '')
    // A reply that is folded away stands where its thread does.
    const drawn = item?.checkVisibility() === false ? item.closest('.thread > li') : item
    if ((drawn?.getBoundingClientRect().top ?? Infinity) < line) from = middle + 1
    else until = middle
  }
  return links[from - 1]
}

/** `null` when nobody has said anything. */
function listOf(discussion: HTMLElement): HTMLOListElement | null {
  const list = document.createElement('ol')
  list.className = 'toc-discussion'
  const back = document.createElement('li')
  back.append(Object.assign(document.createElement('a'), { href: '#main', textContent: 'Back to post' }))
  list.append(back)
  for (const first of discussion.querySelectorAll<HTMLElement>('.thread > li[data-comment]')) {
    if (list.childElementCount >= maxEntries) break
    list.append(entryOf(first, 1))
    const replies = first.querySelectorAll<HTMLElement>(':scope > ul > li[data-comment], :scope > details > ul > li[data-comment]')
    for (const reply of replies) if (list.childElementCount < maxEntries) list.append(entryOf(reply, 2))
  }
  return list.childElementCount === 1 ? null : list
}

function entryOf(item: HTMLElement, level: 1 | 2): HTMLLIElement {
  const entry = document.createElement('li')
  if (level === 2) entry.className = 'toc-2'
  const own = item.querySelector(':scope > details > summary, :scope > .c > .c-head, :scope > .c-gone')
  const isMuted = item.querySelector(':scope > details > div > .c') !== null
  const author = own?.querySelector('.by, b')?.textContent ?? (isMuted ? 'Muted member' : 'Removed')
  const score = item.querySelector(':scope > .c .vote .n, :scope > details > summary .nums')?.textContent ?? ''
  const link = document.createElement('a')
  link.href = `#${item.id}`
  const name = Object.assign(document.createElement('bdi'), { textContent: author })
  link.append(name)
  if (score !== '') link.append(' ', Object.assign(document.createElement('span'), { className: 'nums soft', textContent: score }))
  entry.append(link)
  return entry
}

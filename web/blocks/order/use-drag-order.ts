import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useRefresh } from '../../data/navigation.ts'

/** No other drag has it. */
const dragged = 'application/x-lyceum-post'

interface Dropped {
  readonly postId: string
  /** Empty: at the end. */
  readonly beforeId: string
  /** Where it fell, which need not be where it was. */
  readonly list: HTMLOListElement
}

/**
 * Lets posts be dragged within a list, and from one list to another. The buttons beside them do the
 * same. @param put does it; gives words for what was not done.
 */
export function useDragOrder(
  list: RefObject<HTMLOListElement | null>,
  ids: readonly string[],
  put: (dropped: Dropped) => Promise<string | null>,
): void {
  const refresh = useRefresh()
  const order = ids.join()
  const latest = useRef(put)
  useEffect(() => {
    latest.current = put
  }, [put])
  useEffect(() => {
    const here = list.current
    if (here === null) return
    for (const item of here.querySelectorAll<HTMLElement>('[data-post]')) item.draggable = true
    const gone = new AbortController()
    const on = (name: 'dragstart' | 'dragover' | 'dragleave' | 'drop', work: (event: DragEvent) => void) =>
      here.addEventListener(name, work, { signal: gone.signal })
    on('dragstart', (event) => {
      const postId = itemOf(event)?.dataset['post']
      if (postId === undefined || event.dataTransfer === null) return
      event.dataTransfer.setData(dragged, postId)
      event.dataTransfer.effectAllowed = 'move'
    })
    on('dragover', (event) => {
      if (event.dataTransfer?.types.includes(dragged) !== true) return
      event.preventDefault()
      mark(here, itemOf(event), isBelow(event))
    })
    on('dragleave', (event) => {
      if (!(event.relatedTarget instanceof Node && here.contains(event.relatedTarget))) mark(here, null, false)
    })
    on('drop', (event) => {
      const postId = event.dataTransfer?.getData(dragged) ?? ''
      if (postId === '') return
      event.preventDefault()
      const item = itemOf(event)
      const before = item !== null && isBelow(event) ? item.nextElementSibling : item
      const beforeId = before instanceof HTMLElement ? (before.dataset['post'] ?? '') : ''
      mark(here, null, false)
      if (beforeId === postId) return
      latest
        .current({ postId, beforeId, list: here })
        .then((words) => (words === null ? refresh() : tell(here, words)))
        .catch(reportError)
    })
    return () => gone.abort()
  }, [list, order, refresh])
}

function itemOf({ target }: DragEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-post]') : null
}

function isBelow(event: DragEvent): boolean {
  const box = itemOf(event)?.getBoundingClientRect()
  return box !== undefined && event.clientY > box.top + box.height / 2
}

/** A line where it would fall. */
function mark(list: HTMLElement, item: HTMLElement | null, below: boolean): void {
  for (const one of list.querySelectorAll('[data-drop]')) one.removeAttribute('data-drop')
  item?.setAttribute('data-drop', below ? 'below' : 'above')
}

/** In the page's line for it. */
function tell(list: HTMLElement, words: string): void {
  const line = list.ownerDocument.querySelector('[data-drag-said]')
  if (line) line.textContent = words
}

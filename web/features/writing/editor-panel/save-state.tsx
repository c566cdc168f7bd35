import { useEffect, useState, useSyncExternalStore } from 'react'
import { parseRoom } from '#shared/documents/rooms.ts'
import { links } from '#shared/links.ts'
import type { DocumentStatus, OpenDocument } from '../../../data/documents/documents-api.ts'
import { useOutbox } from '../../../data/outbox.ts'
import type { Store } from '../../../data/store.ts'
import { afterPaintMs } from '../parts/use-editor-value.ts'
import type { SaveWords } from './save-words.ts'
import { saveWords } from './save-words.ts'

interface SaveStateProps {
  readonly open: OpenDocument
  readonly postId: string
  readonly isUnwritten: boolean
}

const useStore = <Value,>(store: Store<Value>): Value => useSyncExternalStore(store.subscribe, store.get)

/** Between two keys of one who types. */
const pauseMs = 500

/**
 * With every key a text is unsafe and a moment later safe again. That it is being saved is said
 * once the letter is on the screen; that it is safe only when nothing has changed for a moment, or
 * the word would change with every key, and the page be laid out twice for each.
 */
function useCalmStatus(store: Store<DocumentStatus>): DocumentStatus {
  const [status, setStatus] = useState(store.get)
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    let afterPause: ReturnType<typeof setTimeout> | undefined
    let shown = store.get()
    const forget = () => {
      clearTimeout(soon)
      clearTimeout(afterPause)
      soon = undefined
    }
    const look = () => {
      forget()
      shown = store.get()
      setStatus(shown)
    }
    const onChange = () => {
      const now = store.get()
      const isGoodNews = shown === 'saving' && (now === 'on-device' || now === 'saved')
      clearTimeout(afterPause)
      if (isGoodNews) afterPause = setTimeout(look, pauseMs)
      // Never put off by what comes after it.
      else if (now !== shown) soon ??= setTimeout(look, afterPaintMs)
    }
    const leave = store.subscribe(onChange)
    look()
    return () => {
      leave()
      forget()
    }
  }, [store])
  return status
}

/** What every pause in typing goes through. */
const passing: readonly string[] = ['Opening…', 'Saving…', 'On this device']

/**
 * What a screen reader says: once when it changes for good, so that a pause in typing says nothing,
 * and that a trouble is over is heard.
 */
function useSaidAloud(words: SaveWords): string {
  const [said, setSaid] = useState('')
  const isPassing = words.more === null && passing.includes(words.state)
  const now = isPassing ? said : lineOf(words)
  if (now !== said) setSaid(now)
  return now
}

const lineOf = ({ state, more }: SaveWords): string => (more === null ? state : `${state}. ${more}`)

/** How safe the text and what is said about it are. */
export function SaveState({ open, postId, isUnwritten }: SaveStateProps) {
  const status = useCalmStatus(open.status)
  const link = useStore(open.link)
  const ended = useStore(open.ended)
  const isReadOnly = useStore(open.isReadOnly)
  const { waiting } = useOutbox()
  const isDetailWaiting = waiting.some(
    ({ pending, about }) => pending !== null && about.some((name) => name === postId || name.startsWith(`post:${postId}:`)),
  )
  const words = saveWords({ status: status === 'saved' && isDetailWaiting ? 'on-device' : status, link, ended, isReadOnly, isUnwritten })
  const fork = ended?.fork ? parseRoom(ended.fork) : undefined
  const said = useSaidAloud(words)
  return (
    <>
      <p className={`savestate meta ${words.tone}`} data-state={words.state}>
        <b>{words.state}</b>
        {words.more === null ? null : <span>. {words.more}</span>}
        {fork === undefined ? null : (
          <span>
            {' '}
            Your text is in <a href={links.editPost(fork.id)}>a new draft</a>.
          </span>
        )}
      </p>
      <span className="sr" role="status">
        {said}
      </span>
    </>
  )
}

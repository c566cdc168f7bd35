import type { RefObject } from 'react'
import { useRef, useState } from 'react'
import type { ListOfPosts } from '#shared/feed/settings-schema.ts'
import { useIsLeftOut } from '../../data/muted.ts'
import { useNow } from '../../ui/clock.ts'
import { Contained } from '../contained.tsx'
import type { JustMuted } from '../mutes/muting.ts'
import type { PostRowView } from './post-row-view.ts'
import { PostRow } from './post-row.tsx'

interface RowsProps {
  readonly rows: readonly PostRowView[]
  readonly list?: RefObject<HTMLUListElement | null>
  /** What the reader can hide posts from here; `null`: nothing. */
  readonly hidesFrom?: ListOfPosts | null
}

/**
 * The lines of a list, each with its menu. One that is hidden leaves a word in its place, so that
 * nothing moves under the finger.
 */
export function Rows({ rows, list, hidesFrom = 'front' }: RowsProps) {
  const now = useNow()
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set())
  const said = useRef<HTMLSpanElement>(null)
  const [justMuted, setJustMuted] = useState<JustMuted | null>(null)
  const isLeftOut = useIsLeftOut()
  const [refused, setRefused] = useState<{ readonly id: string; readonly words: string } | null>(null)
  const say = (words: string) => {
    setRefused(null)
    if (said.current !== null) said.current.textContent = words
  }
  const setHidden = (id: string, isHidden: boolean) => {
    setHiddenIds((ids) => new Set(isHidden ? [...ids, id] : [...ids].filter((known) => known !== id)))
    say(isHidden ? 'Hidden.' : 'Shown again.')
  }
  const open = (row: PostRowView, anchor: HTMLElement) => {
    import('./row-menu.ts')
      .then(({ openRowMenu }) =>
        openRowMenu({
          row,
          anchor,
          list: hidesFrom,
          onHidden: (isHidden) => setHidden(row.id, isHidden),
          onMuted: setJustMuted,
          onCopied: () => say('Link copied.'),
          onRefused: (words) => setRefused({ id: row.id, words }),
        }),
      )
      .catch(reportError)
  }
  const showAgain = (row: PostRowView) => {
    import('./row-menu.ts')
      .then(({ hideFrom }) => hideFrom(hidesFrom ?? 'front', row.id, false))
      .then((words) => (words === null ? setHidden(row.id, false) : setRefused({ id: row.id, words })))
      .catch(reportError)
  }
  const unmute = ({ id, slug, rowId }: JustMuted) => {
    import('../mutes/set-muted.ts')
      .then(({ setMuted }) => setMuted({ id, slug }, false))
      .then(({ message }) => (message === null ? setJustMuted(null) : setRefused({ id: rowId, words: message })))
      .catch(reportError)
  }
  return (
    <>
      <ul className="rows" ref={list}>
        {rows.map((row) => (
          <Contained key={row.id} what="this row" of={row} as="li">
            {justMuted?.rowId === row.id ? (
              <li className="row-gone meta soft" role="status">
                Muted {justMuted.name}.{' '}
                <button type="button" className="linkish" onClick={() => unmute(justMuted)}>
                  Undo
                </button>
              </li>
            ) : isLeftOut(row.authors[0]?.slug) ? null : hiddenIds.has(row.id) ? (
              <li className="row-gone meta soft">
                Hidden: {row.title}.{' '}
                <button type="button" className="linkish" onClick={() => showAgain(row)}>
                  Show it again
                </button>
              </li>
            ) : (
              <PostRow row={row} now={now} onMenu={open} />
            )}
            {refused?.id === row.id ? (
              <li className="refused-words" key="refused">
                <span role="alert">{refused.words}</span>
              </li>
            ) : null}
          </Contained>
        ))}
      </ul>
      <span className="sr" role="status" ref={said} />
    </>
  )
}

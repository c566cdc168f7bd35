import type { Editor } from '@tiptap/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useEditorValue } from '../parts/use-editor-value.ts'
import { find, findState, goTo, replaceAll, replaceOne, selectCurrent } from './find.ts'
import { grouped } from '../../../blocks/counts.ts'

interface FindBarProps {
  readonly editor: Editor
  readonly withReplace: boolean
  readonly isReadOnly: boolean
  readonly onClose: () => void
}

const pauseMs = 120

/**
 * Find and replace. Enter goes on, Shift+Enter back; Escape closes it and leaves the caret at what
 * was found.
 */
export function FindBar({ editor, withReplace, isReadOnly, onClose }: FindBarProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // A button pressed before the pause is over acts on the fields as they stand: with the search
  // before, "Replace all" replaced other words.
  const searchNow = useRef<(() => void) | null>(null)
  const [query, setQuery] = useState(() => selectedWords(editor))
  const [replacement, setReplacement] = useState('')
  const [isCaseSensitive, setCaseSensitive] = useState(false)
  const [isWholeWord, setWholeWord] = useState(false)
  const [isPattern, setPattern] = useState(false)
  const [message, setMessage] = useState('')
  const counted = useEditorValue(editor, countWords)

  useEffect(() => {
    field.current?.focus()
    field.current?.select()
    return () => {
      if (!editor.isDestroyed) find(editor, null)
    }
  }, [editor, withReplace])
  useEffect(() => {
    const search = () => {
      clearTimeout(timer)
      searchNow.current = null
      setMessage('')
      if (!editor.isDestroyed) find(editor, { query, isCaseSensitive, isWholeWord, isPattern })
    }
    const timer = setTimeout(search, pauseMs)
    searchNow.current = search
    return () => clearTimeout(timer)
  }, [editor, query, isCaseSensitive, isWholeWord, isPattern])

  const move = (step: 1 | -1) => {
    searchNow.current?.()
    goTo(editor, step)
  }
  const replace = () => {
    searchNow.current?.()
    replaceOne(editor, replacement)
  }
  const close = () => {
    searchNow.current?.()
    selectCurrent(editor)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isFind = (event.ctrlKey || event.metaKey) && /^[fh]$/iu.test(event.key)
    if (event.key === 'Escape') close()
    else if (event.key === 'F3' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'g')) move(event.shiftKey ? -1 : 1)
    else if (isFind) field.current?.select()
    else return
    event.preventDefault()
  }
  const onEnter = (event: KeyboardEvent<HTMLInputElement>, run: (isBack: boolean) => void) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    run(event.shiftKey)
  }
  const everywhere = () => {
    searchNow.current?.()
    const count = replaceAll(editor, replacement)
    setMessage(count === 0 ? 'Nothing to replace' : count === 1 ? 'Replaced once' : `Replaced ${count} times`)
  }
  const toggle = (label: string, sign: string, isOn: boolean, set: (isOn: boolean) => void) => (
    <button type="button" className="tool" aria-pressed={isOn} aria-label={label} title={label} onClick={() => set(!isOn)}>
      <span className="tool-letter" data-letter={sign} aria-hidden="true" />
    </button>
  )
  return (
    <div className="find-bar" role="search" aria-label="Find in text" onKeyDown={onKeyDown}>
      <div className="find-line">
        <label className="sr" htmlFor={`${id}-find`}>
          Find
        </label>
        <input
          className="input"
          id={`${id}-find`}
          ref={field}
          value={query}
          placeholder="Find"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          enterKeyHint="search"
          aria-describedby={`${id}-count`}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => onEnter(event, (isBack) => move(isBack ? -1 : 1))}
        />
        {toggle('Match case', 'Aa', isCaseSensitive, setCaseSensitive)}
        {toggle('Whole words', '“w”', isWholeWord, setWholeWord)}
        {toggle('Regular expression', '.*', isPattern, setPattern)}
        <button type="button" className="btn quiet small" onClick={() => move(-1)}>
          Previous
        </button>
        <button type="button" className="btn quiet small" onClick={() => move(1)}>
          Next
        </button>
        <button type="button" className="btn quiet small" onClick={close}>
          Close<span className="sr"> find</span>
        </button>
      </div>
      {withReplace && !isReadOnly ? (
        <div className="find-line">
          <label className="sr" htmlFor={`${id}-replace`}>
            Replace with
          </label>
          <input
            className="input"
            id={`${id}-replace`}
            value={replacement}
            placeholder="Replace with"
            dir="auto"
            autoComplete="off"
            maxLength={2_000}
            onChange={(event) => setReplacement(event.target.value)}
            onKeyDown={(event) => onEnter(event, replace)}
          />
          <button type="button" className="btn small" onClick={replace}>
            Replace
          </button>
          <button type="button" className="btn small" onClick={everywhere}>
            Replace all
          </button>
        </div>
      ) : null}
      <p className="meta soft" id={`${id}-count`} role="status">
        {message === '' ? counted : message}
      </p>
    </div>
  )
}

const wordsFor = (count: number, hasMore: boolean): string => `${grouped(count)}${hasMore ? '+' : ''}`

/** "3 of 17". */
function countWords(editor: Editor): string {
  const { options, matches, current, hasMore, problem } = findState(editor.state)
  if (problem !== null) return problem
  if (options === null || options.query === '') return ''
  return matches.length === 0 ? 'Nothing found' : `${grouped(current + 1)} of ${wordsFor(matches.length, hasMore)}`
}

/** What is selected, if it is short enough to be looked for. */
function selectedWords({ state }: Editor): string {
  const { from, to } = state.selection
  return to - from > 100 || !state.selection.$from.sameParent(state.selection.$to) ? '' : state.doc.textBetween(from, to, ' ', '')
}

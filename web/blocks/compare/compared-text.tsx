/**
 * Two versions of a text as one: what came is underlined, what went struck through, and both are
 * said in words for whoever hears the page. Drawn the same by the server and in the browser,
 * without any HTML as text.
 */
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import type { ChangedHolder, ChangedText, Entry, Piece } from '#shared/text/compare/compared.ts'
import type { Gap } from '#shared/text/compare/show.ts'
import { isChange } from '#shared/text/compare/show.ts'
import type { NodeName } from '#shared/text/nodes.ts'
import { counted } from '../counts.ts'
import { factsOf, formatWords } from './fact-words.ts'
import { atomText, Marked, PlainNode, Shell } from './shell.tsx'
import './compare.css'

interface ComparedTextProps {
  readonly entries: readonly (Entry | Gap)[]
  /** Names of those whose insertions are told apart, by their place. */
  readonly people?: readonly string[]
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl'
  /** Keeps the ids of several apart. */
  readonly idPrefix?: string
}

interface Setting {
  readonly people: readonly string[]
  readonly idPrefix: string
}

export function ComparedText({ entries, people = [], lang, dir, idPrefix = '' }: ComparedTextProps) {
  const setting = { people, idPrefix }
  const numbers = changeNumbers(entries)
  return (
    <div className="essay compared" lang={lang} dir={dir}>
      {entries.map((entry, at) => {
        if (entry.kind === 'gap') return <p key={at} className="cmp-note soft">{counted(entry.count, 'paragraph')} without changes</p> // oxfmt-ignore
        const number = numbers[at]
        const id = number === undefined ? undefined : `${idPrefix}change-${number}`
        return (
          <div
            key={at}
            className={id === undefined ? 'cmp-block' : 'cmp-block cmp-change'}
            id={id}
            tabIndex={id === undefined ? undefined : -1}
          >
            <EntryNode entry={entry} setting={setting} parent="doc" />
          </div>
        )
      })}
    </div>
  )
}

/** From 1, for those that differ. */
function changeNumbers(entries: readonly (Entry | Gap)[]): readonly (number | undefined)[] {
  let last = 0
  return entries.map((entry) => (isChange(entry) ? (last += 1) : undefined))
}

interface EntryNodeProps {
  readonly entry: Entry
  readonly setting: Setting
  readonly parent: NodeName
}

function EntryNode({ entry, setting, parent }: EntryNodeProps) {
  if (entry.kind === 'away') return <Away entryKey={entry.key} setting={setting} parent={parent} />
  const moved = 'moved' in entry && entry.moved !== undefined ? <MovedHere entryKey={entry.moved} setting={setting} /> : null
  switch (entry.kind) {
    case 'same':
      return moved === null ? <PlainNode node={entry.node} /> : <Under parent={parent} note={moved}><PlainNode node={entry.node} /></Under> // oxfmt-ignore
    case 'added':
    case 'removed':
      return <WholeNode entry={entry} setting={setting} />
    case 'text':
    case 'holder':
      return <Changed entry={entry} setting={setting} parent={parent} note={moved} />
  }
}

/** A block that is in one of the two alone. */
function WholeNode({ entry, setting }: { readonly entry: Extract<Entry, { kind: 'added' | 'removed' }>; readonly setting: Setting }) {
  const { kind, node } = entry
  const Tag = kind === 'added' ? 'ins' : 'del'
  const by = entry.kind === 'added' ? entry.by : undefined
  const said = <span className="sr">{kind === 'added' ? `Added${byWords(by, setting)}: ` : 'Removed: '}</span>
  // These may stand in nothing but their own.
  if (node.type === 'tableRow' || node.type === 'tableCell' || node.type === 'tableHeader')
    return <PlainNode node={node} className={`cmp-${kind}`} />
  if (node.type === 'listItem' || node.type === 'taskItem' || node.type === 'footnote')
    return (
      <li className={`cmp-${kind}`}>
        {said}
        {(node.content ?? []).map(
          (child, at) =>
          <Tag key={at} className={byClass(by)}><PlainNode node={child} /></Tag>, // oxfmt-ignore
        )}
      </li>
    )
  return (
    <Tag className={`cmp-whole ${byClass(by) ?? ''}`} title={by === undefined ? undefined : setting.people[by]}>
      {said}
      <PlainNode node={node} />
    </Tag>
  )
}

interface ChangedProps {
  readonly entry: ChangedText | ChangedHolder
  readonly setting: Setting
  readonly parent: NodeName
  readonly note: ReactNode
}

function Changed({ entry, setting, parent, note }: ChangedProps) {
  const { before, after } = entry
  const facts = factsOf(before, after)
  const said = facts.length === 0 ? null : <span className="cmp-note">Changed: {facts.join('; ')}. </span>
  const notes = note === null && said === null ? null : <>{note}{said}</> // oxfmt-ignore
  if (entry.kind === 'text' && (after.type === 'image' || after.type === 'mathBlock' || after.type === 'embed')) {
    const isOther = ['src', 'tex', 'url'].some((name) => before.attrs[name] !== after.attrs[name])
    return (
      <Under parent={parent} note={notes}>
        {isOther ? (
          <del className="cmp-whole">
            <span className="sr">Removed: </span>
            <Shell face={before} />
          </del>
        ) : null}{' '}
        {/* oxfmt-ignore */}
        {isOther ? (
          <ins className="cmp-whole">
            <span className="sr">Added: </span>
            <Shell face={after} />
          </ins>
        ) : (
          <Shell face={after} />
        )}{' '}
        {/* oxfmt-ignore */}
      </Under>
    )
  }
  const inside =
    entry.kind === 'text'
      ? entry.pieces.map((piece, at) => <PieceNode key={at} piece={piece} setting={setting} />)
      : entry.entries.map((child, at) => <EntryNode key={at} entry={child} setting={setting} parent={after.type} />)
  return (
    <Under parent={parent} note={notes}>
      <Shell face={after}>{inside}</Shell>
    </Under>
  )
}

function PieceNode({ piece, setting }: { readonly piece: Piece; readonly setting: Setting }) {
  const { change, text, atom, marks, marksBefore = [], by } = piece
  const shown = <Marked marks={marks}>{atom === undefined ? text : atomText(atom)}</Marked>
  switch (change) {
    case 'same':
      return shown
    case 'added':
      return (
        <ins className={byClass(by)} title={by === undefined ? undefined : setting.people[by]}>
          <span className="sr">[added{byWords(by, setting)}: </span>
          {shown}
          <span className="sr">]</span>
        </ins>
      )
    case 'removed':
      return (
        <del>
          <span className="sr">[removed: </span>
          {shown}
          <span className="sr">]</span>
        </del>
      )
    case 'format': {
      const words = formatWords(marksBefore, marks)
      return (
        <span className="cmp-format" title={words}>
          <span className="sr">[{words}: </span>
          {shown}
          <span className="sr">]</span>
        </span>
      )
    }
  }
}

const byWords = (by: number | undefined, { people }: Setting): string =>
  by === undefined || people[by] === undefined ? '' : ` by ${people[by]}`
const byClass = (by: number | undefined): string | undefined => (by === undefined ? undefined : `by by-${by % 6}`)

/** A note about a block goes before it, where a note may stand. */
function Under({ parent, note, children }: { readonly parent: NodeName; readonly note: ReactNode; readonly children: ReactNode }) {
  const hasRoom = !['bulletList', 'orderedList', 'taskList', 'footnotes', 'table', 'tableRow'].includes(parent)
  return (
    <Fragment>
      {note !== null && hasRoom ? <div className="cmp-about">{note}</div> : null}
      {children}
    </Fragment>
  )
}

function MovedHere({ entryKey, setting: { idPrefix } }: { readonly entryKey: number; readonly setting: Setting }) {
  return (
    <span className="cmp-note" id={`${idPrefix}moved-${entryKey}`}>
      Moved here from <a href={`#${idPrefix}from-${entryKey}`}>another place</a>.{' '}
    </span>
  )
}

function Away({
  entryKey,
  setting: { idPrefix },
  parent,
}: {
  readonly entryKey: number
  readonly setting: Setting
  readonly parent: NodeName
}) {
  const id = `${idPrefix}from-${entryKey}`
  const words = (
    <>
      Something here was <a href={`#${idPrefix}moved-${entryKey}`}>moved</a>.
    </>
  )
  if (['bulletList', 'orderedList', 'taskList', 'footnotes'].includes(parent)) return <li className="cmp-note soft" id={id}>{words}</li> // oxfmt-ignore
  if (parent === 'table') return <tr id={id}><td className="cmp-note soft" colSpan={100}>{words}</td></tr> // oxfmt-ignore
  if (parent === 'tableRow') return <td className="cmp-note soft" id={id}>{words}</td> // oxfmt-ignore
  return <p className="cmp-note soft" id={id}>{words}</p> // oxfmt-ignore
}

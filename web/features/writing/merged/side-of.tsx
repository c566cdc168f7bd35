import { compareTexts } from '#shared/text/compare/compare.ts'
import type { Piece } from '#shared/text/compare/compared.ts'
import type { DocNode } from '#shared/text/nodes.ts'
import { textOf } from '#shared/text/nodes.ts'

interface SideOfProps {
  readonly title: string
  readonly kind: 'mine' | 'theirs' | 'merged'
  readonly base: DocNode
  readonly side: DocNode | null
  readonly action: string
  readonly onTake: () => void
}

/** A paragraph as one side made it, with what it changed marked. */
export function SideOf({ title, kind, base, side, action, onTake }: SideOfProps) {
  return (
    <div className={`clash-side ${kind}`}>
      <h3 className="meta">
        <bdi>{title}</bdi>
      </h3>
      <div className="clash-words" dir="auto">
        {side === null ? <p className="soft">Deleted.</p> : <Words base={base} side={side} />}
      </div>
      <button className="btn small" type="button" onClick={onTake}>
        {action}
      </button>
    </div>
  )
}

function Words({ base, side }: { readonly base: DocNode; readonly side: DocNode }) {
  const [entry] = compareTexts({ type: 'doc', content: [base] }, { type: 'doc', content: [side] }).entries
  if (entry?.kind !== 'text') return <p>{textOf(side)}</p>
  return (
    <p>
      {entry.pieces.map((piece, at) => (
        // Pieces have no names, and their order never changes.
        <PieceOf key={at} piece={piece} />
      ))}
    </p>
  )
}

function PieceOf({ piece: { change, text, atom } }: { readonly piece: Piece }) {
  const words = atom === undefined ? text : '…'
  if (change === 'added') return <ins>{words}</ins>
  return change === 'removed' ? <del>{words}</del> : words
}

import { useEffect, useState } from 'react'
import type { DecisionName, JudgedItem } from '#shared/moderation-queue/decisions.ts'
import { decisionNames, decisionOf } from '#shared/moderation-queue/decisions.ts'
import type { ReviewedView } from '../reviewed-member.ts'

interface DecisionBarProps {
  readonly member: ReviewedView
  readonly item: JudgedItem | null
  readonly onDecide: (name: DecisionName) => void
  readonly onUndo: () => void
}

const toggles: Readonly<Partial<Record<DecisionName, 'posting' | 'commenting' | 'messaging' | 'voting'>>> = {
  posting: 'posting',
  commenting: 'commenting',
  messaging: 'messaging',
  voting: 'voting',
}

export const keyWords = (key: string): string => (key === key.toUpperCase() ? `Shift+${key}` : key.toUpperCase())

/** Whether this viewer may do it to this member at all. */
export function mayDecide(member: ReviewedView, name: DecisionName): boolean {
  const { isMeasure, isOfBanned } = decisionOf(name)
  if (member.heldBy !== null || (isOfBanned === true && member.bannedUntil === null)) return false
  if (isMeasure === 'purge') return member.mayPurge
  return isMeasure === undefined || member.mayTakeMeasures
}

/** What is decided most: on a phone the others wait behind one button. */
const frequent: ReadonlySet<DecisionName> = new Set(['approve', 'snooze', 'dequeue', 'reject'])
const rare = decisionNames.filter((name) => !frequent.has(name))
const wide = '(width >= 60em)'

/** Every decision as a button that names its key. */
export function DecisionBar({ member, item, onDecide, onUndo }: DecisionBarProps) {
  const [isOpen, setOpen] = useState(false)
  // A wide window has room for all of them, beside the member.
  useEffect(() => setOpen(matchMedia(wide).matches), [])
  const button = (name: DecisionName) => <DecisionButton key={name} {...{ name, member, item, onDecide }} />
  return (
    <div className="needs-js" role="group" aria-label={`Decide about ${member.name}`}>
      <div className="decision-bar">
        {[...frequent].map(button)}
        <button className="btn quiet" type="button" onClick={onUndo}>
          Undo <kbd>Z</kbd>
        </button>
      </div>
      <details className="decision-more" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>More decisions</summary>
        <div className="decision-bar">{rare.map(button)}</div>
      </details>
    </div>
  )
}

interface DecisionButtonProps extends Omit<DecisionBarProps, 'onUndo'> {
  readonly name: DecisionName
}

function DecisionButton({ name, member, item, onDecide }: DecisionButtonProps) {
  const { key, label, of } = decisionOf(name)
  const right = toggles[name]
  const isTaken = right !== undefined && member.taken.includes(right)
  const isOff = !mayDecide(member, name) || (of === 'chosen' && item === null) || (of === 'newest' && member.items.length === 0)
  return (
    <button
      className={name === 'approve' ? 'btn primary' : `btn quiet${isTaken ? ' taken' : ''}`}
      type="button"
      disabled={isOff}
      aria-pressed={right === undefined ? (name === 'flag' ? member.isFlagged : undefined) : !isTaken}
      onClick={() => onDecide(name)}
    >
      {label} <kbd>{keyWords(key)}</kbd>
    </button>
  )
}

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

/** Every decision as a button that names its key. */
export function DecisionBar({ member, item, onDecide, onUndo }: DecisionBarProps) {
  return (
    <div className="decision-bar needs-js" role="group" aria-label={`Decide about ${member.name}`}>
      {decisionNames.map((name) => {
        const { key, label, of } = decisionOf(name)
        const right = toggles[name]
        const isOff = !mayDecide(member, name) || (of === 'chosen' && item === null) || (of === 'newest' && member.items.length === 0)
        return (
          <button
            key={name}
            className={
              name === 'approve' ? 'btn primary' : `btn quiet${right !== undefined && member.taken.includes(right) ? ' taken' : ''}`
            }
            type="button"
            disabled={isOff}
            aria-pressed={right === undefined ? (name === 'flag' ? member.isFlagged : undefined) : !member.taken.includes(right)}
            onClick={() => onDecide(name)}
          >
            {label} <kbd>{keyWords(key)}</kbd>
          </button>
        )
      })}
      <button className="btn quiet" type="button" onClick={onUndo}>
        Undo <kbd>Z</kbd>
      </button>
    </div>
  )
}

import { counted } from '../../../blocks/counts.ts'
import type { Check } from './publish-checks.ts'

interface CheckListProps {
  readonly checks: readonly Check[]
  /** Before a place outside of the sheet is shown. */
  readonly onGo: () => void
}

/**
 * What to look at before publishing, with the way there; what is not worth stopping for is only
 * said.
 */
export function CheckList({ checks, onGo }: CheckListProps) {
  const grave = checks.filter(({ isGrave }) => isGrave).length
  return (
    <div className="check-list" role={grave > 0 ? 'alert' : 'status'}>
      {grave > 0 ? (
        <p>
          <b>{counted(grave, 'thing')} to check before publishing.</b> You can publish anyway.
        </p>
      ) : (
        <p>{counted(checks.length, 'suggestion')} you can ignore:</p>
      )}
      <ul>
        {checks.map((check) => (
          <li key={check.id}>
            {check.words}{' '}
            {check.at === null ? null : (
              <button className="linkish" type="button" onClick={() => goThere(check, onGo)}>
                Go there
                <span className="sr">: {check.words}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The field, or the block in the editor: that comes into view, and the caret with it. */
function goThere({ at }: Check, onGo: () => void): void {
  if (at !== 'publish-tags') onGo()
  // Once the sheet has let go of the focus.
  requestAnimationFrame(() => show(at))
}

function show(at: Check['at']): void {
  if (typeof at === 'string') {
    const field = document.getElementById(at) ?? document.querySelector<HTMLElement>('.title-field')
    if (field instanceof HTMLDetailsElement) field.open = true
    field?.scrollIntoView({ block: 'center' })
    const inside = field?.matches('input, textarea') === true ? field : field?.querySelector<HTMLElement>('input, textarea, summary')
    inside?.focus()
    return
  }
  const text = document.querySelector<HTMLElement>('#writing-text [role="textbox"]')
  // Widgets of the editor stand between the blocks and are none.
  const blocks = [...(text?.children ?? [])].filter((element) => !element.classList.contains('ProseMirror-widget'))
  const block = at === null ? undefined : blocks[at]
  if (text === null || block === undefined) return
  block.scrollIntoView({ block: 'center' })
  text.focus({ preventScroll: true })
  getSelection()?.collapse(block, 0)
}

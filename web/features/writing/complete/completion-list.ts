import type { EditorView } from '@tiptap/pm/view'
import type { Choice, Open } from './choices.ts'
import { listLabels } from './choices.ts'

const gap = 6
const edge = 8
/**
 * On a phone: what stands at the foot of the screen, the text tools above a keyboard or the bar of
 * places, and at its top.
 */
const phone = '(max-width: 49.9375em)'
const barHeight = 60

/**
 * The list as it is drawn: a listbox of which the text has the focus, so that one types on. It
 * stands below the line of the caret, or above it where there is more room, never over it; placed
 * by script, since the policy takes no style attributes.
 */
export class CompletionList {
  static readonly id = 'completion-list'
  private readonly view: EditorView
  private readonly onChoose: (choice: Choice) => void
  private readonly box = document.createElement('div')
  private readonly said = document.createElement('p')
  private open: Open | null = null
  private drawn: readonly Choice[] = []

  constructor(view: EditorView, onChoose: (choice: Choice) => void) {
    this.view = view
    this.onChoose = onChoose
    this.box.className = 'completion'
    this.box.id = CompletionList.id
    this.box.popover = 'manual'
    // It scrolls: whoever has no arrow keys in the text may come to it.
    this.box.tabIndex = 0
    this.box.setAttribute('role', 'listbox')
    // The text keeps the focus, and a phone its keyboard.
    this.box.addEventListener('pointerdown', (event) => event.preventDefault())
    this.box.addEventListener('mousedown', (event) => event.preventDefault())
    this.box.addEventListener('click', this.onClick)
    this.said.className = 'sr'
    this.said.setAttribute('role', 'status')
  }

  /** What the text says of the list while it is open. */
  static attributes(selected: number): Record<string, string> {
    return {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': CompletionList.id,
      'aria-activedescendant': optionId(selected),
    }
  }

  show(open: Open | null): void {
    if (open === this.open) return
    const before = this.open
    this.open = open
    if (open === null || open.choices.length === 0) return this.hide(open)
    if (!this.box.isConnected) this.view.dom.parentElement?.append(this.box, this.said)
    if (!this.box.isConnected) return
    this.box.setAttribute('aria-label', listLabels[open.kind])
    if (open.choices !== this.drawn) this.draw(open.choices)
    for (const [at, option] of [...this.box.children].entries()) option.setAttribute('aria-selected', String(at === open.selected))
    if (!this.box.matches(':popover-open')) {
      this.box.showPopover()
      addEventListener('scroll', this.place, { passive: true })
      visualViewport?.addEventListener('resize', this.place)
    }
    this.place()
    this.box.children[open.selected]?.scrollIntoView({ block: 'nearest' })
    const isNews = before === null || before.choices.length !== open.choices.length
    if (isNews) this.said.textContent = `${open.choices.length} ${open.choices.length === 1 ? 'entry' : 'entries'}. Arrow keys, then Enter.`
  }

  destroy(): void {
    this.hide(null)
    this.box.remove()
    this.said.remove()
  }

  private hide(open: Open | null): void {
    this.said.textContent = open === null ? '' : 'Nothing found.'
    if (!this.box.isConnected || !this.box.matches(':popover-open')) return
    this.box.hidePopover()
    removeEventListener('scroll', this.place)
    visualViewport?.removeEventListener('resize', this.place)
  }

  private draw(choices: readonly Choice[]): void {
    this.drawn = choices
    this.box.replaceChildren(
      ...choices.map(({ label, hint }, at) => {
        const option = document.createElement('div')
        option.id = optionId(at)
        option.setAttribute('role', 'option')
        const name = document.createElement('span')
        name.textContent = label
        name.dir = 'auto'
        option.append(name)
        if (hint !== '') {
          const more = document.createElement('small')
          more.textContent = hint
          option.append(' ', more)
        }
        return option
      }),
    )
  }

  private readonly place = (): void => {
    if (this.open === null || this.view.isDestroyed) return
    const line = this.view.coordsAtPos(Math.min(this.open.from, this.view.state.doc.content.size))
    const caret = this.view.coordsAtPos(Math.min(this.open.to, this.view.state.doc.content.size))
    const seen = { top: visualViewport?.offsetTop ?? 0, height: visualViewport?.height ?? innerHeight }
    const bars = matchMedia(phone).matches ? barHeight : 0
    const bottom = seen.top + seen.height - bars
    const above = Math.min(line.top, caret.top) - gap - edge - seen.top - bars
    const below = bottom - Math.max(line.bottom, caret.bottom) - gap - edge
    const { style } = this.box
    style.maxHeight = ''
    const isBelow = below >= Math.min(this.box.offsetHeight, 160) || below >= above
    style.maxHeight = `${Math.max(96, Math.min(320, isBelow ? below : above))}px`
    const { offsetWidth: width, offsetHeight: height } = this.box
    style.left = `${Math.max(edge, Math.min(line.left, document.documentElement.clientWidth - width - edge))}px`
    style.top = `${isBelow ? Math.max(line.bottom, caret.bottom) + gap : Math.min(line.top, caret.top) - gap - height}px`
  }

  private readonly onClick = (event: MouseEvent): void => {
    const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null
    const choice = option === null ? undefined : this.open?.choices[[...this.box.children].indexOf(option)]
    if (choice !== undefined) this.onChoose(choice)
  }
}

const optionId = (at: number): string => `completion-${at}`

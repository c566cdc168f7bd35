/**
 * A picture in the text while one writes: one of this site is shown from the device as soon as it
 * was added, with how far its upload is, and what can be done when the server will not have it. A
 * co-author's picture that has not arrived yet is a calm place of the right size. The clipboard and
 * the published page know nothing of this: they have the picture's address.
 */
import { DOMSerializer } from '@tiptap/pm/model'
import type { Node } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { pictureIdOf } from '#shared/pictures/address.ts'
import { pictureWords } from '#shared/pictures/words.ts'
import type { PictureState } from '../../../data/own-pictures/picture-states.ts'
import { pictureStates } from '../../../data/own-pictures/picture-states.ts'
import { ownBytes } from '../../../data/pictures-own.ts'
import { nodeView } from '../schema/views.ts'
import { selectFigure } from './figures.ts'
import { isTextLocked } from '../inline-comments/text-lock.ts'

export interface PictureViewPorts {
  /** Describes, or chooses another in place of, the picture that is selected. */
  readonly onPicture: () => void
}

type At = () => number | undefined

/**
 * A co-author's picture is asked for again while the text is in sight: it comes when their device
 * has a network.
 */
const lookAgainMs = 15_000

export function pictureView(node: Node, view: EditorView, at: At, ports: PictureViewPorts | null): NodeView {
  const id = pictureIdOf(String(node.attrs['src'] ?? ''))
  if (id !== null) return new OwnPictureView(id, node, view, at, ports)
  const { dom } = DOMSerializer.renderSpec(document, nodeView('image', node))
  return { dom, update: (next) => next.eq(node) }
}

class OwnPictureView implements NodeView {
  readonly dom = document.createElement('span')
  readonly #image = document.createElement('img')
  readonly #state = document.createElement('span')
  readonly #leave: () => void
  readonly #id: string
  readonly #view: EditorView
  readonly #at: At
  readonly #ports: PictureViewPorts | null
  #node: Node
  #shown: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #isGone = false
  #said = ''

  constructor(id: string, node: Node, view: EditorView, at: At, ports: PictureViewPorts | null) {
    this.#id = id
    this.#node = node
    this.#view = view
    this.#at = at
    this.#ports = ports
    this.dom.className = 'own-picture'
    this.dom.contentEditable = 'false'
    this.#image.draggable = false
    this.#state.className = 'picture-state'
    this.#state.setAttribute('role', 'status')
    this.dom.append(this.#image, this.#state)
    this.#image.addEventListener('load', () => this.#arrived(true))
    this.#image.addEventListener('error', () => this.#arrived(false))
    this.#draw()
    this.#say()
    this.#leave = pictureStates.subscribe(() => this.#say())
    void this.#load()
  }

  update(next: Node): boolean {
    if (next.type !== this.#node.type || next.attrs['src'] !== this.#node.attrs['src']) return false
    this.#node = next
    this.#draw()
    this.#said = ''
    this.#say()
    return true
  }

  ignoreMutation(): boolean {
    return true
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button') !== null
  }

  destroy(): void {
    this.#isGone = true
    this.#leave()
    clearTimeout(this.#timer)
    if (this.#shown !== null) URL.revokeObjectURL(this.#shown)
  }

  #draw(): void {
    const { alt, decorative, width, height } = this.#node.attrs
    this.#image.alt = decorative === true ? '' : String(alt ?? '')
    if (typeof width === 'number') this.#image.width = width
    if (typeof height === 'number') this.#image.height = height
  }

  async #load(): Promise<void> {
    const bytes = await ownBytes(String(this.#node.attrs['src']))
    if (this.#isGone) return
    if (bytes === null) this.#image.src = String(this.#node.attrs['src'])
    else {
      this.#shown = URL.createObjectURL(bytes)
      this.#image.src = this.#shown
    }
  }

  #arrived(isHere: boolean): void {
    this.dom.querySelector('.picture-away')?.remove()
    this.#image.hidden = !isHere
    if (isHere || this.#isGone) return
    const away = document.createElement('span')
    away.className = 'picture-away'
    away.textContent = 'This picture hasn’t been uploaded yet from the device it was added on.'
    this.dom.prepend(away)
    this.#timer = setTimeout(() => this.#lookAgain(), lookAgainMs)
  }

  #lookAgain(): void {
    if (document.visibilityState === 'visible' && navigator.onLine) this.#image.src = String(this.#node.attrs['src'])
    else this.#timer = setTimeout(() => this.#lookAgain(), lookAgainMs)
  }

  /** Drawn anew only when something else is to be said: a screen reader hears it once. */
  #say(): void {
    const state = pictureStates.get().get(this.#id)
    const mayWrite = this.#view.editable && !isTextLocked(this.#view.state)
    const lacksWords = mayWrite && this.#node.attrs['decorative'] !== true && this.#node.attrs['alt'] === ''
    const part = state?.kind === 'sending' ? Math.round(state.part * 20) / 20 : 0
    const name = `${state?.kind} ${state?.kind === 'refused' ? state.fault : part} ${lacksWords}`
    if (name === this.#said) return
    this.#said = name
    this.#state.classList.toggle('refused', state?.kind === 'refused')
    this.#state.replaceChildren(...partsOf(state, part), ...(mayWrite ? this.#buttons(state, lacksWords) : []))
  }

  #buttons(state: PictureState | undefined, lacksWords: boolean): readonly Element[] {
    if (state?.kind === 'refused') return [this.#button('Choose another', () => this.#open()), this.#button('Remove', () => this.#remove())]
    return lacksWords ? [this.#button('Add description', () => this.#open())] : []
  }

  #button(words: string, work: () => void): Element {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'btn'
    button.textContent = words
    button.addEventListener('click', work)
    return button
  }

  #open(): void {
    const at = this.#figureAt()
    if (at === null) return
    selectFigure(this.#view, at)
    this.#ports?.onPicture()
  }

  #remove(): void {
    const at = this.#figureAt()
    const figure = at === null ? null : this.#view.state.doc.nodeAt(at)
    if (at !== null && figure !== null) this.#view.dispatch(this.#view.state.tr.delete(at, at + figure.nodeSize))
    this.#view.focus()
  }

  #figureAt(): number | null {
    const at = this.#at()
    if (at === undefined) return null
    const $at = this.#view.state.doc.resolve(at)
    return $at.parent.type.name === 'figure' ? $at.before() : null
  }
}

function partsOf(state: PictureState | undefined, part: number): readonly (Element | string)[] {
  if (state?.kind === 'refused') return [`Not uploaded. ${pictureWords[state.fault]}`]
  if (state?.kind === 'waiting') return [words('Not uploaded yet. It’s saved on this device.')]
  if (state?.kind !== 'sending') return []
  const bar = document.createElement('progress')
  bar.max = 1
  bar.value = part
  bar.setAttribute('aria-label', 'Uploaded so far')
  return [words('Uploading…'), bar]
}

function words(text: string): Element {
  const span = document.createElement('span')
  span.textContent = text
  return span
}

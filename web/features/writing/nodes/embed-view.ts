import type { Node } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { embedFrame, providerTitle } from '#shared/text/embeds.ts'
import { embedFrameElement } from '../../../blocks/text/embed-frame.ts'

/** An embed as its name and address; what is behind it is only fetched when the writer asks. */
export class EmbedView implements NodeView {
  readonly dom = document.createElement('div')
  #url = ''

  constructor(node: Node) {
    this.dom.className = 'embed-box'
    this.dom.dataset['node'] = 'embed'
    this.#draw(node)
  }

  update(node: Node): boolean {
    if (node.type.name !== 'embed') return false
    if (node.attrs['url'] !== this.#url) this.#draw(node)
    return true
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button') !== null
  }

  ignoreMutation(): boolean {
    return true
  }

  #draw(node: Node): void {
    this.#url = String(node.attrs['url'] ?? '')
    const frame = embedFrame(this.#url)
    const name = document.createElement('b')
    name.textContent = providerTitle(String(node.attrs['provider'] ?? ''))
    const line = document.createElement('span')
    line.className = 'embed'
    line.append(name, ` ${this.#url.replace(/^https:\/\/(?:www\.)?/, '')}`)
    this.dom.replaceChildren(line)
    if (frame === null) return
    const show = document.createElement('button')
    show.type = 'button'
    show.className = 'btn quiet'
    show.textContent = `Load ${frame.name}`
    show.addEventListener('click', () => show.replaceWith(embedFrameElement(frame)))
    this.dom.append(show)
  }
}

import type { Node } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'
import { renderedHtml, setHtml } from '../../../trusted-types.ts'

/**
 * A formula as it will be seen. Its TeX stands there until KaTeX has come, which is fetched for the
 * first one in sight, and where it cannot be set.
 */
export class MathView implements NodeView {
  readonly dom: HTMLElement
  #node: Node
  #isGone = false
  /** A text may have hundreds: each is set when it comes near. */
  readonly #near: IntersectionObserver
  #isNear = false

  constructor(node: Node) {
    this.#node = node
    const isBlock = node.type.name === 'mathBlock'
    this.dom = document.createElement(isBlock ? 'div' : 'span')
    this.dom.className = isBlock ? 'math' : 'tex'
    this.#source()
    this.#near = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return
        this.#near.disconnect()
        this.#isNear = true
        this.#draw()
      },
      { rootMargin: '800px 0px' },
    )
    this.#near.observe(this.dom)
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false
    const isSame = node.attrs['tex'] === this.#node.attrs['tex']
    this.#node = node
    if (!isSame) {
      if (this.#isNear) this.#draw()
      else this.#source()
    }
    return true
  }

  ignoreMutation(): boolean {
    return true
  }

  destroy(): void {
    this.#isGone = true
    this.#near.disconnect()
  }

  #draw(): void {
    const tex = String(this.#node.attrs['tex'] ?? '')
    setMath(tex, this.#node.type.name === 'mathBlock').then(
      (set) => {
        if (this.#isGone || tex !== this.#node.attrs['tex']) return
        if (set.fault === null) this.dom.replaceChildren(set.content)
        else this.#source()
        this.dom.title = set.fault ?? ''
      },
      () => this.#source(),
    )
  }

  #source(): void {
    const code = document.createElement('code')
    code.className = 'tex-source'
    code.textContent = String(this.#node.attrs['tex'] ?? '')
    this.dom.replaceChildren(code)
  }
}

/** @throws where KaTeX cannot be had. `fault`: in words, why it cannot be set. */
export async function setMath(
  tex: string,
  isBlock: boolean,
): Promise<{ readonly content: DocumentFragment; readonly fault: string | null }> {
  const { setOrFault } = await import('#shared/text/set-math.ts')
  const { html, fault } = setOrFault(tex, isBlock)
  const template = document.createElement('template')
  // KaTeX's own MathML, without style attributes; all text in it is escaped.
  setHtml(template, renderedHtml(html))
  return { content: template.content, fault }
}

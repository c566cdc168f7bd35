/**
 * A formula is copied as the TeX it was written in: with the words around it, and by itself with a
 * button at its side. What else is copied stays as the browser has it.
 */
export function copyTex(main: HTMLElement): () => void {
  const onCopy = (event: ClipboardEvent) => {
    // An editor on the page has its own way.
    if (event.defaultPrevented) return
    const selection = getSelection()
    if (selection === null || selection.isCollapsed || event.clipboardData === null) return
    const copy = document.createElement('div')
    for (let at = 0; at < selection.rangeCount; at += 1) copy.append(wholeFormulas(selection.getRangeAt(at)).cloneContents())
    const formulas = copy.querySelectorAll<HTMLElement>('[data-tex]')
    if (formulas.length === 0 || !main.contains(selection.anchorNode)) return
    for (const unsaid of copy.querySelectorAll('.side, .anchor, .code-bar')) unsaid.remove()
    for (const formula of formulas) formula.textContent = texOf(formula)
    event.clipboardData.setData('text/html', copy.innerHTML)
    event.clipboardData.setData('text/plain', plain(copy))
    event.preventDefault()
  }
  const bars = [...main.querySelectorAll<HTMLElement>('.essay .math[data-tex]')].map((formula) => {
    const bar = document.createElement('div')
    bar.className = 'code-bar'
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'linkish', textContent: 'Copy TeX' })
    const word = Object.assign(document.createElement('span'), { className: 'sr' })
    word.setAttribute('role', 'status')
    button.addEventListener('click', () => {
      const say = (words: string) => {
        word.textContent = button.textContent = words
        setTimeout(() => (button.textContent = 'Copy TeX'), 1_500)
      }
      navigator.clipboard.writeText(formula.dataset['tex'] ?? '').then(
        () => say('Copied'),
        () => say('Your browser doesn’t allow copying'),
      )
    })
    bar.append(button, word)
    formula.before(bar)
    return bar
  })
  document.addEventListener('copy', onCopy)
  return () => {
    document.removeEventListener('copy', onCopy)
    for (const bar of bars) bar.remove()
  }
}

/** Half a formula is none: the range is widened to what it begins and ends in. */
function wholeFormulas(range: Range): Range {
  const whole = range.cloneRange()
  const formulaAt = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest('[data-tex]') ?? null
  const first = formulaAt(range.startContainer)
  const last = formulaAt(range.endContainer)
  if (first !== null) whole.setStartBefore(first)
  if (last !== null) whole.setEndAfter(last)
  return whole
}

const texOf = (formula: HTMLElement): string =>
  formula.classList.contains('math') ? `$$\n${formula.dataset['tex'] ?? ''}\n$$` : `$${formula.dataset['tex'] ?? ''}$`

/** Lines as they are seen: what is not in the page has no layout of its own to read. */
function plain(copy: HTMLElement): string {
  const lines = ['p', 'li', 'h2', 'h3', 'h4', 'tr', 'div', 'blockquote', 'pre', 'figure']
  for (const block of copy.querySelectorAll(lines.join(','))) block.append('\n')
  for (const cell of copy.querySelectorAll('td, th')) cell.append('\t')
  for (const line of copy.querySelectorAll('br')) line.replaceWith('\n')
  return (copy.textContent ?? '').replace(/\n{3,}/gu, '\n\n').trim()
}

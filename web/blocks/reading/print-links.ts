/**
 * On paper a link cannot be followed: its address stands in a numbered list at the end of the text,
 * and the number at its words. Made when printing begins, gone afterwards. Without a script the
 * address stands in brackets behind the words (print.css).
 */
export function printLinks(main: HTMLElement): () => void {
  let list: HTMLElement | null = null
  const before = () => {
    const essay = main.querySelector<HTMLElement>('.essay')
    if (essay === null || list !== null) return
    const numbers = new Map<string, number>()
    for (const link of essay.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      if (link.matches('.fn, .anchor, .side a, [href^="#"]') || !/^https?:$/u.test(link.protocol)) continue
      const number = numbers.get(link.href) ?? numbers.size + 1
      numbers.set(link.href, number)
      link.dataset['link'] = String(number)
    }
    list = document.createElement('section')
    list.className = 'print-links'
    if (numbers.size > 0) {
      const lines = document.createElement('ol')
      for (const address of numbers.keys()) lines.append(Object.assign(document.createElement('li'), { textContent: address }))
      list.append(Object.assign(document.createElement('h2'), { textContent: 'Links' }), lines)
    }
    const from = Object.assign(document.createElement('p'), { textContent: location.href.replace(/#.*$/u, '') })
    list.append(from)
    essay.append(list)
    document.documentElement.dataset['printsLinks'] = ''
  }
  const after = () => {
    list?.remove()
    list = null
    for (const link of main.querySelectorAll<HTMLElement>('a[data-link]')) delete link.dataset['link']
    delete document.documentElement.dataset['printsLinks']
  }
  addEventListener('beforeprint', before)
  addEventListener('afterprint', after)
  return () => {
    after()
    removeEventListener('beforeprint', before)
    removeEventListener('afterprint', after)
  }
}

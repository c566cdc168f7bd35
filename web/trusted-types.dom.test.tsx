/** In a frame with the site's policy, so that the other tests' page stays as it is. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { trustedPolicies } from '#shared/pages/trusted-policies.ts'
import { emptyPage, parsePage, renderedHtml, scriptUrl, setHtml, startWorker } from './trusted-types.ts'

let frame: HTMLIFrameElement
const inside = (): Document => {
  const { contentDocument } = frame
  if (contentDocument === null) throw new Error('a frame of the same site')
  return contentDocument
}

beforeEach(async () => {
  frame = document.createElement('iframe')
  const policy = `require-trusted-types-for 'script'; trusted-types ${trustedPolicies.join(' ')}`
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><main></main>`
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
})
afterEach(() => frame.remove())

const main = (): HTMLElement => {
  const found = inside().querySelector('main')
  if (found === null) throw new Error('it stands there')
  return found
}

test('a plain string is refused where HTML is parsed, and what the renderer has written is not', () => {
  const html: string = '<p>Typed by somebody</p>'
  const element = main()
  expect(() => {
    element.innerHTML = html
  }).toThrow(/requires 'TrustedHTML'/u)
  expect(() => element.insertAdjacentHTML('beforeend', html)).toThrow(/requires 'TrustedHTML'/u)
  expect(element.childNodes).toHaveLength(0)
  setHtml(element, renderedHtml('<p>Written <em>here</em></p>'))
  expect(element.innerHTML).toBe('<p>Written <em>here</em></p>')
})

test('no policy may be made under another name, and none is the default', () => {
  const { trustedTypes } = frame.contentWindow as unknown as {
    trustedTypes: { createPolicy(name: string, rules: object): unknown; defaultPolicy: unknown }
  }
  for (const name of ['default', 'theirs'])
    expect(() => trustedTypes.createPolicy(name, { createHTML: (html: string) => html })).toThrow(/disallowed/u)
  expect(trustedTypes.defaultPolicy).toBeNull()
})

test('an element that the renderer never writes is shown as text, within an attribute as without', () => {
  const element = main()
  setHtml(
    element,
    renderedHtml('<p title="a <script> b">one</p><ScRiPt>two</sCRIPT><iframe src="/"></iframe><style>p{}</style><p>three</p>'),
  )
  expect([...element.children].map(({ localName }) => localName)).toEqual(['p', 'p'])
  expect(element.querySelector('p')?.title).toBe('a <script> b')
  expect(element.textContent).toContain('<iframe src="/">')
})

test('a page that is parsed apart keeps what stands in it and runs nothing', () => {
  const parsed = parsePage(
    '<!doctype html><script>window.wasRun = true</script><main>Read</main><script type="application/json" id="x">{}</script>',
  )
  expect([parsed.querySelector('main')?.textContent, parsed.getElementById('x')?.textContent]).toEqual(['Read', '{}'])
  expect('wasRun' in window).toBe(false)
})

test('a worker comes from this site and its build, or not at all', () => {
  for (const url of ['https://elsewhere.example/assets/a.js', '/pictures/a.js', 'data:text/javascript,1', '/assets/../pictures/a.js']) {
    expect(() => startWorker(url, 'x')).toThrow(TypeError)
    expect(() => scriptUrl(url)).toThrow(TypeError)
  }
})

test('a frame in which a page is copied begins empty and in standards mode', () => {
  const copy = inside()
  copy.open()
  copy.write(emptyPage() as unknown as string)
  copy.close()
  expect([copy.compatMode, copy.body.childNodes.length]).toEqual(['CSS1Compat', 0])
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from './steps.ts'

/** Where a plain string would become HTML or a script. Reading `innerHTML` is lawful. */
const sinks: readonly RegExp[] = [
  /\.(?:inner|outer)HTML\s*(?:\+|\?\?|\|\||&&)?=(?!=)/u,
  /\['(?:inner|outer)HTML'\]|(?:inner|outer)HTML:/u,
  /\.(?:insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe|parseFromString)\(/u,
  /\bdocument\.write(?:ln)?\(/u,
  /\.srcdoc\b|\bsrcDoc=|'srcdoc'/u,
  /\bnew (?:window\.)?DOMParser\(/u,
  /\bnew (?:Shared)?Worker\(/u,
  /\bserviceWorker\.register\(|\bcontainer\.register\(/u,
  /\bimportScripts\(/u,
  /createElement\('script'/u,
  /\bcreatePolicy\(/u,
]

/**
 * The policies themselves, and the light script, which has the inline script's: a bundle of its own
 * cannot have another of the same name. ProseMirror has a `DOMParser` of its own, which parses no
 * text.
 */
const allowed: ReadonlySet<string> = new Set(['web/trusted-types.ts', 'web/app/late-start.inline.js', 'web/entry-light.ts'])

const sinksIn = (text: string): readonly string[] => sinks.flatMap((sink) => sink.exec(text)?.[0] ?? [])

test('nothing in web/ but the module of the policies hands a string to where HTML is parsed or a script is loaded', () => {
  const files = globSync('web/**/*.{ts,tsx,js}', { cwd: projectDir })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/testing\/|^web\/e2e\//u.test(path) && !allowed.has(path))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((path) => sinksIn(readFileSync(join(projectDir, path), 'utf8')).map((sink) => `${path}: ${sink}`))
  expect(found).toEqual([])
})

test.each([
  'element.innerHTML = html',
  'element.innerHTML += html',
  'element.outerHTML=html',
  "element['innerHTML'] = html",
  'Object.assign(element, { innerHTML: html })',
  "element.insertAdjacentHTML('beforeend', html)",
  'document.write(html)',
  'frame.srcdoc = html',
  '<iframe srcDoc={html} />',
  "new DOMParser().parseFromString(html, 'text/html')",
  'range.createContextualFragment(html)',
  "new Worker(new URL('./a.ts', import.meta.url))",
  "new SharedWorker('/a.js')",
  "navigator.serviceWorker.register('/sw.js')",
  "document.createElement('script')",
  "trustedTypes.createPolicy('default', {})",
])('%s is found', (text) => {
  expect(sinksIn(text)).not.toEqual([])
})

test.each(["if (element.innerHTML === '') return", 'const html = copy.innerHTML', 'DOMParser.fromSchema(schema).parse(dom)'])(
  '%s is lawful',
  (text) => {
    expect(sinksIn(text)).toEqual([])
  },
)

import type { PlantedFault } from '../plant-faults.ts'

/** What reads, checks and writes texts: Markdown, HTML, and files that are imported. */
export const tests: readonly string[] = [
  '--project',
  'shared',
  'shared/text',
  'shared/formats/html-in.test.ts',
  'shared/formats/round-trip.test.ts',
]

export default [
  {
    name: 'a quote in an attribute ends it: a text writes attributes of its own',
    file: 'shared/text/escape.ts',
    find: "replaceAll('\"', '&quot;')",
    replace: "replaceAll('\"', '\"')",
    tests: ['--project', 'shared', 'shared/text/render.test.ts'],
  },
  {
    name: 'a link may hide its host behind a name and password',
    file: 'shared/text/url.ts',
    find: "address.username === '' && address.password === ''",
    replace: "address.password === ''",
    tests: ['--project', 'shared', 'shared/text/check.test.ts'],
  },
  {
    name: 'a link may begin with two slashes, and leads to another site',
    file: 'shared/text/url.ts',
    find: "return url.startsWith('/') && !url.startsWith('//')",
    replace: "return url.startsWith('/')",
    tests: ['--project', 'shared', 'shared/text/check.test.ts'],
  },
  {
    name: 'a heading of Markdown becomes a second title of the page',
    file: 'shared/text/markdown-in.ts',
    find: "tokens.some((token) => token.type === 'heading_open' && token.tag === 'h1') ? 1 : 0",
    replace: "tokens.some((token) => token.type === 'heading_open' && token.tag === 'h6') ? 1 : 0",
    tests: ['--project', 'shared', 'shared/text/markdown-in.test.ts'],
  },
  {
    name: 'a ticked task of Markdown comes in unticked',
    file: 'shared/text/markdown-in.ts',
    find: "{ checked: mark !== ' ' }",
    replace: "{ checked: mark === ' ' }",
    tests: ['--project', 'shared', 'shared/text/markdown-in.test.ts'],
  },
  {
    name: 'two notes of one name stand in a text',
    file: 'shared/text/check.ts',
    find: "      if (notes.has(note)) throw new Fault('two-notes-of-one-name', 'attrs.note')\n",
    replace: '',
    tests: ['--project', 'shared', 'shared/text/check.test.ts'],
  },
  {
    name: 'a text may be nested one level deeper than editors bear',
    file: 'shared/text/check.ts',
    find: 'if (stack.length >= maxDepth)',
    replace: 'if (stack.length > maxDepth)',
    tests: ['--project', 'shared', 'shared/text/check.test.ts'],
  },
  {
    name: 'a line of a text that begins like a list comes back from Markdown as a list',
    file: 'shared/text/markdown-inline-out.ts',
    find: ".replace(/^(\\s*\\d{1,9})([.)])/u, '$1\\\\$2')",
    replace: '',
    tests: ['--project', 'shared', 'shared/text/round-trip.test.ts'],
  },
  {
    name: 'a sign beside CJK punctuation stays a sign where a form of the character follows it',
    file: 'shared/text/markdown-cjk.ts',
    find: '(?:${cjk}[\\uFE00-\\uFE0E]?|',
    replace: '(?:${cjk}|',
    tests: ['--project', 'shared', 'shared/text/markdown-cjk.test.ts'],
  },
] satisfies readonly PlantedFault[]

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands, projectDir } from './steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * What the style guide forbids, planted: path → [rule, text]. A linter that reads its settings
 * wrongly reports success.
 */
const planted: readonly (readonly [path: string, rule: string, text: string])[] = [
  ['shared/votes/mutations.ts', 'no-restricted-globals', 'export const at = () => Date.now()'],
  ['shared/posts/share-mutations.ts', 'no-restricted-globals', 'export const at = () => Date.now()'],
  ['shared/votes/limit-rules.ts', 'no-restricted-globals', 'export const at = () => Date.now()'],
  ['shared/votes/rules.ts', 'no-restricted-globals', `export const draw = () => crypto.randomUUID()`],
  ['shared/posts/mutations.ts', 'no-restricted-properties', 'export const draw = () => Math.random()'],
  ['shared/posts/rules.ts', 'no-restricted-globals', `export const load = () => fetch('/')`],
  ['shared/posts/schema.ts', 'no-restricted-imports', `import { z } from 'zod'\nexport const Post = z.object({})`],
  ['web/data/posts.ts', 'no-restricted-imports', `import { z } from 'zod'\nexport const Post = z.object({})`],
  ['web/ui/link.ts', 'no-restricted-imports', `import { Link } from 'react-router-dom'\nexport const A = Link`],
  ['shared/kernel/any.ts', 'no-explicit-any', 'export const anything = (value: any): void => value'],
  ['shared/kernel/sure.ts', 'no-non-null-assertion', 'export const sure = (value: string | null): string => value!'],
  ['shared/kernel/ignored.ts', 'ban-ts-comment', `// @ts-expect-error\nexport const wrong: number = 'one'`],
  ['shared/kernel/unused.ts', 'unused-directive', `// oxlint-disable-next-line no-var -- for no reason\nexport const one = 1`],
  ['shared/kernel/index.ts', 'no-barrel-file', `export * from './any.ts'`],
  ['shared/kernel/long.ts', 'max-lines', Array.from({ length: 401 }, (_none, n) => `export const n${n} = ${n}`).join('\n')],
  ['web/blocks/posts/card.tsx', 'no-default-export', 'export default function Card() {\n  return null\n}'],
  [
    'web/blocks/posts/raw.tsx',
    'no-danger',
    'export const Raw = ({ html }: { html: string }) => <p dangerouslySetInnerHTML={{ __html: html }} />',
  ],
  ['sync-server/http/noise.ts', 'no-console', `export const say = () => console.log('here')`],
  ['sync-server/http/loose.test.ts', 'no-focused-tests', `import { test } from 'vitest'\ntest.only('a test that runs alone', () => {})`],
]

const lawful: readonly (readonly [path: string, text: string])[] = [
  ['sync-server/config.ts', `import { z } from 'zod'\nexport const Settings = z.object({})`],
  ['web/features/posts/pages/post-page.tsx', 'export default function PostPage() {\n  return null\n}'],
  ['sync-server/seed/names.data.ts', Array.from({ length: 401 }, (_none, n) => `export const n${n} = ${n}`).join('\n')],
]

let found = ''
beforeAll(() => {
  for (const [path, text] of [...planted.map(([path, , text]) => [path, text] as const), ...lawful]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${text}\n`)
  }
  copyFileSync(join(projectDir, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  const command = `${commands['lint'] ?? ''} -f unix`
  found = spawnSync(command, {
    cwd: folder,
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(projectDir, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
  }).stdout
})

const linesOf = (path: string): readonly string[] => found.split('\n').filter((line) => line.includes(`${path}:`))

test.each(planted)('in %s the linter finds %s', (path, rule) => {
  const lines = linesOf(path)
  expect(lines.some((line) => (rule === 'unused-directive' ? /Unused oxlint-disable/.test(line) : line.includes(`(${rule})`)))).toBe(true)
})

test.each(lawful)('%s is lawful', (path) => {
  expect(linesOf(path)).toEqual([])
})

test('the style gate finds a rule that was never closed, though the file balances', () => {
  const styles = join(folder, 'web', 'open.css')
  mkdirSync(dirname(styles), { recursive: true })
  writeFileSync(styles, '@layer parts {\n  .count { color: #111;\n  .star { color: #222; }\n  }\n}\n')
  const command = `stylelint --config ${join(projectDir, 'stylelint.config.mjs')} --formatter unix ${styles}`
  const { stdout, stderr, status } = spawnSync(command, {
    cwd: projectDir,
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(projectDir, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
  })
  expect(`${stdout}${stderr}`).toMatch(/open\.css:3:3: "\.star" is nested as deep as 4 spaces/u)
  expect(status).toBe(2)
})

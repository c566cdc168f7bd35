/**
 * `npm run new:entity NAME`: writes the files of a small entity and its two lines in files of
 * others, and says what to decide next. It never writes over what is there.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { entityFiles, entityName } from './entity.ts'

const root = join(import.meta.dirname, '..')
const name = process.argv[2] ?? ''
const problem = !entityName.test(name)
  ? 'Say what it is called: one plural word of small letters, such as notes.'
  : [...entityFiles(name).files.keys()].find((path) => existsSync(join(root, path)))

if (problem !== undefined) {
  console.error(existsSync(join(root, problem)) ? `${problem} is there already.` : problem)
  process.exitCode = 1
} else {
  const { files, lines } = entityFiles(name)
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    console.log(`  ${path}`)
  }
  for (const { path, line, before } of lines) {
    const text = readFileSync(join(root, path), 'utf8')
    if (!text.includes(`${before}\n`)) throw new Error(`${path} has no line: ${before}`)
    writeFileSync(
      join(root, path),
      text.replace(`${before}\n`, () => `${line}\n${before}\n`),
    )
    console.log(`  ${path}: 1 line`)
  }
  // How long a line is depends on the name.
  const changed = [...files.keys(), ...lines.map(({ path }) => path)]
  execFileSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), ...changed], { cwd: root })
  console.log('What to decide in which of them: docs/adding.md, "An entity".')
}

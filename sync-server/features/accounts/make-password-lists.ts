/**
 * Makes `common-passwords.txt` and `breached-passwords.bin` from public lists, of which the first
 * is ranked by how common each password is: `node
 * sync-server/features/accounts/make-password-lists.ts RANKED.txt MORE.txt…`. What is in the first
 * file stays there.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { accountLimits } from '#shared/accounts/rules.ts'
import { breachedFile } from './breached-passwords.ts'

/** Of the ranked list: so many are refused by the letter, and with digits and signs around them. */
const commonRanks = 200_000

const here = (name: string): URL => new URL(name, import.meta.url)
const linesOf = (file: string | URL): readonly string[] => readFileSync(file, 'utf8').split(/\r?\n/u)
const plainOf = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.normalize('NFKC').toLowerCase()).filter((line) => Array.from(line).length >= accountLimits.password.min)

const [ranked, ...more] = process.argv.slice(2).map(linesOf)
if (ranked === undefined) throw new Error('name the ranked list first')
const common = new Set([...plainOf(linesOf(here('common-passwords.txt'))), ...plainOf(ranked.slice(0, commonRanks))])
const others = new Set([ranked, ...more].flatMap(plainOf).filter((password) => !common.has(password)))
writeFileSync(here('common-passwords.txt'), `${[...common].sort().join('\n')}\n`)
writeFileSync(here('breached-passwords.bin'), breachedFile(others))
process.stdout.write(`${common.size} by the letter, ${others.size} by their digests\n`)

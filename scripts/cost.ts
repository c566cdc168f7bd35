/**
 * `npm run cost -- ENTITY…`: what an entity costs in the tree as it stands, so that a change of
 * the layout can be measured (docs/decisions/0044-domain-manifests.md). Without a name it prints
 * also what a field, a staff page, a type of notification and a setting cost beside their budgets.
 * It reads names only: a file belongs to an entity whose path says so, and a line of another file
 * counts where it says one of the entity's words. It judges no meaning, so compare two of its runs,
 * not two entities.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { KindCost } from './cost-of-kinds.ts'
import { costsOfKinds, packageCosts } from './cost-of-kinds.ts'
import { tableOf } from './table.ts'

export interface Entity {
  /** Of a path: the file is the entity's own. */
  readonly own: RegExp
  /** Of a line: it is about the entity. */
  readonly words: RegExp
}

export interface Cost {
  readonly files: number
  readonly lines: number
  readonly folders: number
  /** Lines about it in lists that are nobody's (registries, routes, factories). */
  readonly centralLines: number
  readonly centralFiles: number
  /** Lines about it in other domains, which use it or are crowded by it. */
  readonly othersLines: number
  readonly othersFiles: number
  readonly tests: number
  readonly testLines: number
}

/** Files that could be an entity's: the product's code and the example community's. */
const code = /^(shared|web|sync-server)\/.*\.(ts|tsx|json)$/u
const isTest = (path: string): boolean => /\.(test|e2e|looks|long)\.tsx?$|\/(testing|e2e|http-tests)\//u.test(path)
/** A folder of one subject, in any of the three places. */
const inDomain = /^(shared|(web|sync-server)\/(features|blocks))\/([\w-]+)\/|^sync-server\/(notify|seed|markdown-pages)\//u
const inKernel = /^shared\/(kernel|testing|pages|sync|links)\//u

/** Those whose files or words say more than the name of their folder. */
const known: Readonly<Record<string, Entity>> = {
  spotlights: { own: /spotlight/u, words: /spotlight/iu },
  books: { own: /(shared|features)\/books\/|book-sets?[./-]/u, words: /book_?sets?\b|\/books\/|\bbook(Forms|Routes)\b/iu },
  subscriptions: {
    own: /(shared|features)\/subscriptions\/|blocks\/follow\/|\/subscriptions?[.-](load|page)/u,
    words:
      /\/subscriptions\/|setSubscription|subscriptions?Of\b|followersOf|subscriptionId|SubscriptionKind|\bsubscriptions[,)\]]|subscriptions\.set|blocks\/follow|(^|[^\w-])['"]subscriptions['"]/u,
  },
  bookmarks: { own: /bookmark|save-for-later/u, words: /bookmark|save-for-later|saveForLater/iu },
  predictions: { own: /prediction/u, words: /prediction/iu },
}

/**
 * Every folder of `shared/` with a manifest, under its name. @param paths all of the tree.
 */
export function entitiesIn(paths: Iterable<string>): Readonly<Record<string, Entity>> {
  const names = [...paths].flatMap((path) => /^shared\/(?!kernel\/)([\w-]+)\/(?:server-)?domain\.ts$/u.exec(path)?.[1] ?? [])
  return { ...Object.fromEntries([...new Set(names)].toSorted().map((name) => [name, entityNamed(name)])), ...known }
}

/** `inline-comments`: files in folders of that name, and lines that say `inlineComment`. */
function entityNamed(name: string): Entity {
  const singular = name.replace(/ies$/u, 'y').replace(/(?<![ys])s$/u, '')
  const word = singular.replaceAll('-', '[-_]?')
  // Within a longer identifier, but not within a longer word.
  const start = `(?:(?<![a-zA-Z])|(?<=[a-z])(?=[A-Z]))`
  return {
    own: new RegExp(`^(?:shared|(?:web|sync-server)/(?:features|blocks))/${name}/`, 'u'),
    words: new RegExp(`${start}(?:${word}|${word.charAt(0).toUpperCase()}${word.slice(1)})(?:s|es)?(?![a-z])|/${name}/`, 'u'),
  }
}

/** @param files path → text, all of the tree. */
export function costOf({ own, words }: Entity, files: ReadonlyMap<string, string>): Cost {
  const cost = { files: 0, lines: 0, centralLines: 0, centralFiles: 0, othersLines: 0, othersFiles: 0, tests: 0, testLines: 0 }
  const folders = new Set<string>()
  for (const [path, text] of files) {
    if (!code.test(path)) continue
    const lines = text.split('\n')
    const count = text.endsWith('\n') ? lines.length - 1 : lines.length
    const about = lines.filter((line) => words.test(line)).length
    if (own.test(path)) {
      if (!isTest(path)) folders.add(dirname(path))
      cost[isTest(path) ? 'tests' : 'files'] += 1
      cost[isTest(path) ? 'testLines' : 'lines'] += count
    } else if (about > 0 && !isTest(path)) {
      const kind = inDomain.test(path) && !inKernel.test(path) ? 'others' : 'central'
      cost[`${kind}Files`] += 1
      cost[`${kind}Lines`] += about
    }
  }
  return { ...cost, folders: folders.size }
}

const heads = ['entity', 'files', 'lines', 'folders', 'central lines', 'in files', 'others’ lines', 'in files', 'tests', 'test lines']

function rowOf(name: string, cost: Cost): readonly string[] {
  const { files, lines, folders, centralLines, centralFiles, othersLines, othersFiles, tests, testLines } = cost
  return [name, ...[files, lines, folders, centralLines, centralFiles, othersLines, othersFiles, tests, testLines].map(String)]
}

function rowsOfKind({ kind, of, costs }: KindCost): readonly (readonly string[])[] {
  return costs.map(({ figure, most, unit }) => [`${kind} (${of}), ${unit}`, String(figure), String(most)])
}

/** The product's code as it stands, path → text. */
export function filesIn(root: string): ReadonlyMap<string, string> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  const paths = listed.split('\n').filter((path) => code.test(path) && existsSync(join(root, path)))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const names = process.argv.slice(2)
  const files = filesIn(root)
  const entities = entitiesIn(files.keys())
  const unknown = names.filter((name) => entities[name] === undefined)
  if (unknown.length > 0) {
    console.error(`No folder of shared/ with a manifest: ${unknown.join(', ')}. There are ${Object.keys(entities).join(', ')}.`)
    process.exitCode = 1
  } else {
    const asked = Object.entries(entities).filter(([name]) => names.length === 0 || names.includes(name))
    console.log(tableOf([heads, ...asked.map(([name, entity]) => rowOf(name, costOf(entity, files)))]))
    if (names.length === 0)
      console.log(`\n${tableOf([['what it costs', 'is', 'at most'], ...[...costsOfKinds(files), packageCosts(root)].flatMap(rowsOfKind)])}`)
  }
}

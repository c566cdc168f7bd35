/**
 * What each kind of change costs where it stands now, read off the newest and the dearest of its
 * kind, with the budgets of docs/decisions/0055-places.md. A figure over its budget means that the
 * layout has become dearer.
 */
import { entityFiles } from './entity.ts'
import { productionPackages, readLock } from './production-packages.ts'

export interface KindCost {
  readonly kind: string
  /** What was counted. */
  readonly of: string
  readonly costs: readonly {
    readonly figure: number
    readonly most: number
    readonly unit: 'files' | 'lines' | 'lines of others' | 'packages'
  }[]
}

/** What is installed with the product. */
export function packageCosts(root: string): KindCost {
  return {
    ...{ kind: 'production packages', of: 'package-lock.json' },
    costs: [{ figure: productionPackages(readLock(root)).size, most: 900, unit: 'packages' }],
  }
}

type Files = ReadonlyMap<string, string>

const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$|\/testing\//u.test(path)
const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

export function costsOfKinds(files: Files): readonly KindCost[] {
  return [generatedEntity(), ...fields(files), ...staffPages(files), ...notificationTypes(files), ...settings(files)]
}

/** What `npm run new:entity` writes, tests apart. */
function generatedEntity(): KindCost {
  const { files, lines } = entityFiles('notes')
  const own = [...files].filter(([path]) => !isTest(path))
  return {
    ...{ kind: 'entity', of: 'npm run new:entity' },
    costs: [
      { figure: own.length, most: 9, unit: 'files' },
      { figure: own.reduce((sum, [, text]) => sum + linesOf(text), 0), most: 450, unit: 'lines' },
      { figure: lines.length, most: 2, unit: 'lines of others' },
    ],
  }
}

/** Each field of book sets, the reference: the schema and, at most, what shows it. */
function fields(files: Files): readonly KindCost[] {
  const own = [...files].filter(([path]) => !isTest(path) && /^(shared|web\/features|sync-server\/features)\/books\//u.test(path))
  const details = /defineDetails\(bookSets, \{\n([\s\S]*?)\n\}\)/u.exec(files.get('shared/books/schema.ts') ?? '')?.[1] ?? ''
  return [...details.matchAll(/^ {2}(\w+): \{/gmu)].map(([, name = '']) => {
    const named = new RegExp(`(?<![\\w'-])${name}(?![\\w'-])`, 'u')
    // An address or a load may speak of a year or a title of something else.
    const pages = own.filter(([path, text]) => (path.endsWith('schema.ts') || path.includes('/pages/')) && named.test(text))
    return { kind: 'field', of: `books: ${name}`, costs: [{ figure: pages.length, most: 2, unit: 'files' }] }
  })
}

/** Each page that the staff's kit makes. */
function staffPages(files: Files): readonly KindCost[] {
  return [...files]
    .filter(([path, text]) => /^web\/features\/.*\/pages\/.*\.tsx$/u.test(path) && /blocks\/staff\/staff-list\.tsx/u.test(text))
    .map(([path, text]) => ({ kind: 'staff page', of: path, costs: [{ figure: linesOf(text), most: 60, unit: 'lines' }] }))
}

/** Each type: its name, and what is true of it. Who is notified is code of its own. */
function notificationTypes(files: Files): readonly KindCost[] {
  const names = /noticeTypeNames = \[([\s\S]*?)\]/u.exec(files.get('shared/notifications/types.ts') ?? '')?.[1] ?? ''
  return [...names.matchAll(/'(\w+)'/gu)].map(([, name = '']) => {
    let lines = 1
    for (const [path, text] of files) if (path.endsWith('/notification-types.ts')) lines += linesBetween(text, `\n  ${name}: {`, '\n  },')
    return { kind: 'notification type', of: name, costs: [{ figure: lines, most: 15, unit: 'lines' }] }
  })
}

function linesBetween(text: string, start: string, end: string): number {
  const from = text.indexOf(start)
  return from < 0 ? 0 : linesOf(text.slice(from + 1, text.indexOf(end, from) + end.length))
}

/** Each box of the settings. */
function settings(files: Files): readonly KindCost[] {
  const rows = files.get('shared/notifications/settings.ts') ?? ''
  return [...rows.matchAll(/^ {2}(\w+): box\(/gmu)].map(([, name = '']) => {
    const named = new RegExp(`^\\s+${name}: box\\(`, 'mu')
    const figure = [...files].filter(([path, text]) => !isTest(path) && named.test(text)).length
    return { kind: 'setting', of: name, costs: [{ figure, most: 1, unit: 'lines' }] }
  })
}

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkLayers, ruleNames } from './layers.ts'

/**
 * For each rule of the layer check, files that break it: path → text. Aliases and type imports are
 * planted too.
 */
const plants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no-circles': {
    'shared/kernel/circle-a.ts': `import type { B } from './circle-b.ts'\nexport type A = B | null`,
    'shared/kernel/circle-b.ts': `import type { A } from './circle-a.ts'\nexport type B = A[]`,
  },
  'every-import-resolves': { 'shared/kernel/lost.ts': `import './nowhere.ts'` },
  'shared-stands-alone': { 'shared/posts/fields.ts': `import '#server/store/port.ts'` },
  'kernel-knows-no-domain': { 'shared/kernel/viewer.ts': `import type { Post } from '../posts/fields.ts'\nexport type Seen = Post` },
  'schema-is-lowest': { 'shared/posts/card-schema.ts': `import './view-rules.ts'`, 'shared/posts/view-rules.ts': '' },
  'rules-only-judge': { 'shared/votes/rules.ts': `import '../posts/share-mutations.ts'`, 'shared/posts/share-mutations.ts': '' },
  'queries-change-nothing': { 'shared/posts/list-queries.ts': `import './mutations.ts'`, 'shared/posts/mutations.ts': '' },
  'registry-is-highest': { 'shared/votes/mutations.ts': `import '#shared/registry.ts'`, 'shared/registry.ts': '' },
  'manifests-are-collected': { 'shared/polls/mutations.ts': `import './domain.ts'`, 'shared/polls/domain.ts': '' },
  'links-know-no-domain': { 'shared/links.ts': `import './posts/fields.ts'` },
  'sides-meet-in-shared': { 'sync-server/pages/render.ts': `import '../../web/app/app.tsx'`, 'web/app/app.tsx': '' },
  'features-do-not-meet': {
    'web/features/posts/parts/row.tsx': `import '../../votes/parts/button.tsx'\nexport const row = <p>text</p>`,
    'web/features/votes/parts/button.tsx': '',
  },
  'features-know-no-registry': { 'web/features/posts/domain.ts': `import '#web/app/app.tsx'` },
  'blocks-below-features': { 'web/blocks/posts/card.tsx': `import '../../features/posts/parts/row.tsx'` },
  'data-renders-nothing': { 'web/data/sync.ts': `import '../ui/button.tsx'` },
  'ui-knows-no-entity': { 'web/ui/button.tsx': `import '#shared/posts/fields.ts'` },
  'worker-stands-alone': { 'web/worker/service-worker.ts': `import '../data/store.ts'`, 'web/data/store.ts': '' },
  'pages-take-only-types-from-loads': {
    'web/features/posts/pages/post-page.tsx': `import { load } from './post-page.load.ts'\nexport default load`,
    'web/features/posts/pages/post-page.load.ts': 'export const load = 1',
  },
  'device-side-comes-late': {
    'web/app/router-view.tsx': `import { pages } from './device-side.ts'\nexport const view = pages`,
    'web/app/device-side.ts': 'export const pages = 1',
  },
  'device-comes-late': {
    'web/data/viewer.ts': `import { open } from './device/device.ts'\nexport const viewer = open`,
    'web/data/device/device.ts': 'export const open = 1',
  },
  'store-knows-no-caller': { 'sync-server/store/port.ts': `import '../sync/apply.ts'` },
  'sync-knows-no-domain': { 'sync-server/sync/apply.ts': `import '#shared/posts/fields.ts'` },
  'http-takes-features-by-port': { 'sync-server/http/forms.ts': `import '../features/accounts/forms.ts'` },
  'features-know-no-caller': { 'sync-server/features/accounts/forms.ts': `import '../../main.ts'`, 'sync-server/main.ts': '' },
  'mail-stands-alone': { 'sync-server/mail/smtp.ts': `import '../store/port.ts'` },
  'product-needs-no-dev-dependency': { 'sync-server/http/serve.ts': `import 'autocannon'` },
  'shared-uses-no-node': { 'shared/text/read.ts': `import 'node:fs'` },
  'mutations-are-named-so': {
    'shared/posts/boards.ts': `import { defineMutation } from '../kernel/m.ts'\nexport const set = defineMutation({})`,
  },
  'tables-are-in-schemas': { 'shared/posts/rows.ts': `import { defineTable } from '../kernel/t.ts'\nexport const rows = defineTable({})` },
  'tests-are-leaves': { 'shared/text/tree.ts': `import '../testing/factories.ts'`, 'shared/testing/factories.ts': '' },
}

/** What must *not* be found: the legal neighbours of the violations above. */
const lawful: Readonly<Record<string, string>> = {
  'web/features/feed/pages/front-page.tsx': `import type { load } from './front-page.load.ts'\nexport type Data = typeof load`,
  'web/features/feed/pages/front-page.load.ts': `import '#shared/posts/fields.ts'\nexport const load = 1`,
  'web/app/late.ts': `import type { Pages } from './device-side.ts'\nexport const bring = (): Promise<Pages> => import('./device-side.ts')`,
  'shared/kernel/read-policy.test.ts': `import '../posts/fields.ts'\nimport 'node:fs'\nimport 'fast-check'`,
}

const project = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'layers-planted-'))
try {
  for (const files of [...Object.values(plants), lawful]) for (const [path, text] of Object.entries(files)) plant(path, text)
  copyFileSync(join(project, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  const { violations } = await checkLayers(folder)

  const missed = ruleNames.filter((rule) => !violations.some((found) => found.rule === rule && plants[rule]?.[found.from] !== undefined))
  const wrong = violations.filter(({ from }) => lawful[from] !== undefined)
  for (const rule of missed)
    console.error(plants[rule] ? `${rule}: the planted violation was not found.` : `${rule}: no violation is planted.`)
  for (const { rule, from, to } of wrong) console.error(`${rule}: finds ${from} → ${to}, which is lawful.`)
  if (missed.length + wrong.length > 0) process.exitCode = 1
  else console.log(`${ruleNames.length} rules, each finds its planted violation.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), `${text}\n`)
}

// What rendering a page costs, uncached, with 1,000 posts and with 100,000: it should not notice.
import { plainReports } from '#shared/reports/site-reports.ts'
import { join } from 'node:path'
import type { Store } from '#server/store/port.ts'
import { lazyBodyText } from '#server/pages/body-text.ts'
import { CachedParts } from '#server/pages/cached-parts.ts'
import { anyVisitor, PageRenderer } from '#server/pages/page-renderer.ts'
import { builtWebEntry } from '#server/pages/web-entry.ts'
import { links } from '#shared/links.ts'
import { policies } from '#shared/policies.ts'
import { projectDir, runScript } from '../scripts/steps.ts'
import { memberSlug, postAddress } from './lib/community.ts'
import { median, report, round } from './lib/figures.ts'
import type { Figures } from './lib/figures.ts'
import { makeDataDir, openBenchStore, withFolder } from './lib/store.ts'

const few = 1_000
const many = Number(process.env['BENCH_POSTS'] ?? 100_000)
const renders = 40

const now = Date.now()
const pages: Readonly<Record<string, string>> = {
  front: links.front(),
  allPosts: links.allPosts(),
  post: links.post(postAddress(0)),
  user: links.user(memberSlug),
}

const renderer = new PageRenderer({
  webEntry: builtWebEntry(join(projectDir, 'dist')),
  policies,
  text: lazyBodyText(() => 'http://127.0.0.1'),
  site: () => ({ name: 'Lyceum', tagline: '', origin: 'http://127.0.0.1', build: 'bench', hasDevInbox: false, reports: plainReports }),
  now: () => now,
  // Nothing of it is kept.
  parts: new CachedParts({ now: () => now, maxBytes: 0, maxAgeMs: 0 }),
})

async function costMs(store: Store, url: string): Promise<number> {
  const startedAt = performance.now()
  const page = await store.read((read) =>
    renderer.render(read, { url, as: 'html' }, anyVisitor, { dependsOn: new Set(), dropped: new Set() }),
  )
  if (page.status !== 200) throw new Error(`${url} answers ${page.status}`)
  return performance.now() - startedAt
}

const built = await runScript('build')
if (built.exitCode !== 0) throw new Error(built.output)
await withFolder(async (folder) => {
  for (const count of [few, many]) {
    const startedAt = performance.now()
    await makeDataDir(join(folder, String(count)), { posts: count, threads: [200], now })
    console.log(`  ${count} posts written in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
  const small = await openBenchStore(join(folder, String(few)))
  const large = await openBenchStore(join(folder, String(many)))
  try {
    const figures: Record<string, number> = {}
    for (const [name, url] of Object.entries(pages)) Object.assign(figures, await compare(name, url, small, large))
    report(figures)
  } finally {
    await small.close()
    await large.close()
  }
})

async function compare(name: string, url: string, small: Store, large: Store): Promise<Figures> {
  const costs = { small: [] as number[], large: [] as number[] }
  for (let n = 0; n < renders + 5; n++) {
    const pair = [await costMs(small, url), await costMs(large, url)] as const
    // The first few are spent on compiling.
    if (n < 5) continue
    costs.small.push(pair[0])
    costs.large.push(pair[1])
  }
  return { [`${name}Ms`]: round(median(costs.large)), [`${name}Ratio`]: round(median(costs.large) / median(costs.small)) }
}

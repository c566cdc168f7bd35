/**
 * `npm run routes -- [TEXT…]`: every address that the product answers, with its method, for whom it
 * is, what becomes of it without a network, and the file it stands in; with a text only those that
 * have it. Nothing is listed by hand: pages come from the tables of web/, the rest from the
 * server's own router, which is started for this over an empty store and closed again.
 */
import { subscribe } from 'node:diagnostics_channel'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { FeatureRoutes } from '../web/app/route.ts'
import { apiBase, operations } from '#shared/api/operations.ts'
import { deviceMutations } from '#shared/device-registry.ts'
import { projectDir } from './steps.ts'

interface RouteRow {
  readonly method: string
  readonly path: string
  /** For whom it is; `-` where no table says it: the handler or the mutation asks the rules. */
  readonly audience: string
  readonly offline: string
  /** Within the project. */
  readonly file: string
}

const offlineWords = { full: 'full', saved: 'as saved', none: 'needs the server' } as const

const staticFiles = 'sync-server/http/static-files.ts'

const isRoutes = (value: unknown): value is FeatureRoutes => Array.isArray(value)

/** Every page, from the manifests and route tables that web/app/routes.ts collects too. */
export async function pageRows(): Promise<readonly RouteRow[]> {
  const tables = globSync(['web/features/*/{domain,routes}.ts', 'web/app/routes.ts'], { cwd: projectDir }).map(posixPath)
  const rows = await Promise.all(
    tables.toSorted().map(async (table) => {
      // The one that collects the others speaks to the bundler; its own page is read as text.
      if (table === 'web/app/routes.ts') return [shellRow(table)]
      const module = (await import(pathToFileURL(join(projectDir, table)).href)) as Readonly<Record<string, unknown>>
      const routes = Object.values(module).flatMap((value) => (isRoutes(value) ? value : (value as { routes: FeatureRoutes }).routes))
      return routes.map(({ path, audience, offline, page }) => ({
        ...{ method: 'GET', path, audience, offline: offlineWords[offline] },
        file: pageFile(table, page.toString()),
      }))
    }),
  )
  return rows.flat()
}

function shellRow(table: string): RouteRow {
  const source = readFileSync(join(projectDir, table), 'utf8')
  const path = /path: '([^']+)'/u.exec(source)?.[1] ?? ''
  return { method: 'GET', path, audience: 'everyone', offline: offlineWords.full, file: pageFile(table, source) }
}

/** @param source with the `import()` of the page, as it is written or as Vite has rewritten it. */
function pageFile(table: string, source: string): string {
  const imported = /["'`]([^"'`]+\.tsx)["'`]/u.exec(source)?.[1] ?? ''
  return imported.startsWith('.') ? posix.join(posix.dirname(table), imported) : imported.replace(/^\//u, '')
}

const noPage = (): never => {
  throw new Error('no page is rendered here')
}

/** What the server's router holds, its forms one by one, and addresses of other times. */
async function serverRows(): Promise<readonly RouteRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'routes-'))
  const found: RouteRow[] = []
  let forms: readonly string[] = []
  // Fastify tells of each instance before anything is registered with it.
  subscribe('fastify.initialization', (message) => {
    ;(message as { readonly fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) {
        if (each === 'HEAD' || each === 'OPTIONS') continue
        const file = callingFile()
        // Files of the client are kept by the worker, as far as its list says.
        const offline = file === staticFiles ? '-' : offlineWords.none
        found.push({ method: each, path: url, audience: audienceOf(each, url), offline, file })
      }
    })
  })
  const { readConfig } = await import('#server/config.ts')
  const { createFeatures } = await import('#server/features/features.ts')
  const { startServer } = await import('#server/main.ts')
  const { oldPaths } = await import('#server/pages/old-addresses.ts')
  try {
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ARCHIVE: 'off', SITE_NAME: 'Routes' })
    const server = await startServer(config, {
      features(tools) {
        const features = createFeatures(tools)
        forms = [...features.forms.keys()]
        return features
      },
      // Nothing is rendered: a router needs no pages, nor a build.
      webEntry: { entry: async () => ({ routes: [], inlineScript: '', ageScript: '', render: noPage, renderError: noPage }) },
    })
    await server.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const fileOf = filesOfForms()
  const onDevices = new Set(deviceMutations.map(({ name }) => name))
  return [
    ...found.filter(({ path }) => path !== '/api/form/:name'),
    ...forms.map((name) => ({
      ...{ method: 'POST', path: `/api/form/${name}`, audience: '-', file: fileOf(name) },
      offline: onDevices.has(name) ? 'done on the device' : offlineWords.none,
    })),
    ...oldPaths.map((path) => ({
      ...{ method: 'GET', path, audience: 'moves on', offline: offlineWords.none, file: 'sync-server/pages/old-addresses.ts' },
    })),
  ]
}

/** The API says for each operation what a key must be made for. */
function audienceOf(method: string, url: string): string {
  const operation = Object.values(operations).find(
    (each) => each.method.toUpperCase() === method && `${apiBase}${each.path.replaceAll(/\{(\w+)\}/gu, ':$1')}` === url,
  )
  if (operation === undefined) return '-'
  return operation.needsKey ? `a key to ${operation.scope}` : 'everyone'
}

/** Of the function of ours that has called Fastify. */
function callingFile(): string {
  const lines = (new Error('where').stack ?? '').split('\n')
  const ours = lines.flatMap((line) => /(file:\/\/[^)]+?):\d+:\d+/u.exec(line)?.[1] ?? [])
  const own = fileURLToPath(import.meta.url)
  const path = ours.map((url) => fileURLToPath(url)).find((each) => each !== own && !each.includes('node_modules'))
  // One plugin adds its routes later, from its own code: that of the files.
  return path === undefined ? staticFiles : posixPath(relative(projectDir, path))
}

/** Where a form's name is said: beside its handler, else with the mutation that it is made from. */
function filesOfForms(): (name: string) => string {
  const globs = ['sync-server/features/**/*forms.ts', 'sync-server/features/**/*.ts', 'shared/**/*mutations.ts', 'shared/**/*.ts']
  const paths = globs.flatMap((glob) => globSync(glob, { cwd: projectDir }).map(posixPath).toSorted())
  const sources = paths
    .filter((path) => !/\.test\.ts$|\/testing\//u.test(path))
    .map((path) => ({ path, source: readFileSync(join(projectDir, path), 'utf8') }))
  return (name) => sources.find(({ source }) => source.includes(`'${name}'`))?.path ?? ''
}

const posixPath = (path: string): string => path.replaceAll('\\', '/')

function printed(rows: readonly RouteRow[]): string {
  const cells = rows.map(({ method, path, audience, offline, file }) => [method, path, audience, offline, file])
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  return cells.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n')
}

if (import.meta.main) {
  const wanted = process.argv.slice(2)
  const heads: RouteRow = { method: 'method', path: 'path', audience: 'for', offline: 'offline', file: 'file' }
  const all = [...(await pageRows()), ...(await serverRows())].toSorted((a, b) => a.path.localeCompare(b.path, 'en'))
  const rows = all.filter((row) => wanted.every((text) => Object.values(row).some((cell: string) => cell.includes(text))))
  console.log(rows.length === 0 ? `No route has ${wanted.join(' and ')}.` : printed([heads, ...rows]))
  // Timers of the server's parts that nothing waits for any more.
  process.exit()
}

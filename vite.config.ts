import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { TraceMap, decodedMappings, encodedMappings } from '@jridgewell/trace-mapping'
import type { EncodedSourceMap, SourceMapSegment } from '@jridgewell/trace-mapping'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig, minifySync } from 'vite'
import type { Plugin } from 'vite'
import { bundledManifests } from './scripts/bundled-manifests.ts'
import { clientChunks, isPage, namedSheets, reach } from './scripts/client-chunks.ts'
import type { ReadModule } from './scripts/client-chunks.ts'
import { isForAll, isLightScript, lightScript } from './scripts/light-script.ts'

const root = import.meta.dirname
const [clientDir, clientEntry] = [join(root, 'dist/client'), join(root, 'web/entry-client.tsx')]
const lightEntry = 'web/entry-light.ts'
const isTest = process.env['VITEST'] !== undefined

/**
 * Two builds, in this order: the client (`build()`), then the server (`build({ build: { ssr: true } })`): the pages' server entry, which has
 * the names of the client's files compiled in, and the server itself. Bundled together they share what both use, and take far less memory
 * than as sources (docs/decisions/0008-memory.md).
 */
export default defineConfig(({ command, isSsrBuild = false }) => ({
  root,
  // The server answers public/ itself, under its own cache rules.
  publicDir: false,
  appType: 'custom',
  plugins: [
    react(),
    clientFiles(command === 'build'),
    smallInlineScripts(),
    ...(isSsrBuild ? [pageModules(), bundledManifests(join(root, 'sync-server/features/manifests.ts')), bundledPlaces(), asciiOnly()] : []),
    ...(isTest || isSsrBuild
      ? []
      : [plainImports(), noTracing(), trustedFrames(), lightScript(root, lightEntry), pageFiles(), pageWeights(), serviceWorker()]),
  ],
  // In one file, so that it can be kept as a whole for work without a network.
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  ssr: { noExternal: command === 'build' ? true : [], external: ['pg-native', 'sharp', 'satori'] },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        // A server that runs may still load parts of an earlier build: the build script removes those that were replaced more than two days ago.
        emptyOutDir: false,
        copyPublicDir: false,
        sourcemap: true,
        target: 'node24',
        rolldownOptions: {
          input: {
            'entry-server': join(root, 'web/entry-server.tsx'),
            run: join(root, 'sync-server/run.ts'),
            'writer-worker': join(root, 'sync-server/sync/writer-worker.ts'),
            'document-worker': join(root, 'sync-server/documents/workers/document-worker.ts'),
            'search-worker': join(root, 'sync-server/search/search-worker.ts'),
            'parse-worker': join(root, 'sync-server/parsing/parse-worker.ts'),
            'picture-process': join(root, 'sync-server/features/pictures/picture-process.ts'),
            'card-process': join(root, 'sync-server/cards/card-process.ts'),
            'gazetteer-process': join(root, 'sync-server/search/towns/gazetteer-process.ts'),
            'server-registry': join(root, 'sync-server/server-registry.ts'),
          },
          // Flat: what stands beside each other here is found by `bundledPlaces`. Names stay, so that a stack trace can be read.
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name]-[hash].js',
            minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      }
    : {
        outDir: clientDir,
        // Open tabs still ask for the files of earlier builds: the build script removes those that were replaced more than 14 days ago.
        emptyOutDir: false,
        manifest: true,
        // Nobody is told of the maps: the build script moves them to dist/maps, where the server reads them for error reports.
        sourcemap: 'hidden',
        target: 'es2023',
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // the first with `light-dark()`
        // Pages ask for their own files when the time has come: see `data-modules` in web/app/document.ts.
        modulePreload: false,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: { client: clientEntry },
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es|@remix-run)[\\/]/,
                  priority: 5,
                },
                { name: chunkNames(clientEntry), includeDependenciesRecursively: false },
              ],
            },
          },
        },
      },
}))

/** A group's `name` that asks scripts/client-chunks.ts, once the bundler has read everything. */
function chunkNames(entry: string): (id: string, context: { getModuleInfo(id: string): ReadModule | null }) => string | null {
  let names: ReadonlyMap<string, string> | null = null
  return (id, context) => {
    names ??= clientChunks(entry, (asked) => context.getModuleInfo(asked))
    return names.get(id) ?? null
  }
}

/** `virtual:client-files`: which files of the client build a page needs. In development and in tests: `null`, for the sources. */
function clientFiles(built: boolean): Plugin {
  const name = 'virtual:client-files'
  return {
    name: 'client-files',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      return `export const clientFiles = ${built && existsSync(pageFilesPath) ? readFileSync(pageFilesPath, 'utf8') : 'null'}`
    },
  }
}

/** `x.inline.js?raw`: a script that stands in every page itself, as short as it can be written. */
function smallInlineScripts(): Plugin {
  return {
    name: 'small-inline-scripts',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.inline.js?raw')) return undefined
      const path = id.slice(0, -'?raw'.length)
      const { code, errors } = minifySync(path, readFileSync(path, 'utf8'))
      if (errors.length > 0) throw new Error(`${basename(path)}: ${errors.map(({ message }) => message).join(', ')}`)
      return `export default ${JSON.stringify(code.trim())}`
    },
  }
}

const pageFilesPath = join(clientDir, '.vite/page-files.json')

/** Writes which files the entry and each page need, by source module: most pages share a file with others, and the manifest does not know them. */
function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    // Vite has written its manifest.
    enforce: 'post',
    writeBundle(_options, bundle) {
      const manifest = readManifest()
      const byFile = new Map(Object.values(manifest).map((entry) => [entry.file, entry]))
      const importsOf = (file: string) =>
        byFile.get(file)?.imports?.map((key) => manifest[key]?.file ?? '') ?? (byFile.has(file) ? [] : undefined)
      const filesFrom = (first: string) => {
        const files = [...reach([first], importsOf)]
        const styles = new Set(files.flatMap((file) => byFile.get(file)?.css ?? []))
        return { modules: files.map((file) => `/${file}`), styles: [...styles].map((file) => `/${file}`) }
      }
      const light = Object.keys(bundle).find(isLightScript) ?? ''
      const found: Record<string, object> = { ...namedSheets(manifest), [lightEntry]: { modules: [`/${light}`], styles: [] } }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const id of chunk.moduleIds)
          if (isPage(id) || id === clientEntry) found[relative(root, id).replaceAll('\\', '/')] = filesFrom(chunk.fileName)
      }
      writeFileSync(pageFilesPath, JSON.stringify(found))
    },
  }
}

/** Writes beside each route's `page: () => import(…)` which module that is, so that the server can name the page's files in the client build. */
function pageModules(): Plugin {
  return {
    name: 'page-modules',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/web\/(app\/routes|features\/[^/]+\/domain)\.ts$/u.test(id)) return undefined
      const named = code.replace(/page: (\(\) => import\('(\.[^']+)'\))/gu, (_all, page: string, path: string) => {
        const module = relative(root, resolve(dirname(id), path)).replaceAll('\\', '/')
        return `page: Object.assign(${page}, { module: '${module}' })`
      })
      return { code: named, map: null } // no line moves
    },
  }
}

/** In the bundle the server's files have moved: its threads are in the same folder, and what it reads from the sources is where it was. */
function bundledPlaces(): Plugin {
  return {
    name: 'bundled-places',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(join(root, 'sync-server'))) return undefined
      const folder = relative(join(root, 'dist/server'), dirname(id)).replaceAll('\\', '/')
      const placed = code
        .replace(/new URL\('([^']+)', import\.meta\.url\)/gu, (_all, path: string) => {
          const target = path.endsWith('.ts') ? `./${basename(path, '.ts')}.js` : `${folder}/${path}`
          return `new URL('${target}', import.meta.url)`
        })
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
      return placed === code ? undefined : { code: placed, map: null } // no line moves
    },
  }
}

/** Node keeps a source with a single letter beyond ASCII in two bytes a letter: some megabytes for nothing. */
function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const map = bundle[`${chunk.fileName}.map`]
        if (map?.type === 'asset') map.source = movedMap(String(map.source), chunk.code)
        chunk.code = chunk.code.replace(beyondAscii, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
      }
    },
  }
}

const beyondAscii = /[\u0080-\uFFFF]/g

/** The source map of `code` once each letter beyond ASCII in it has become six. */
function movedMap(text: string, code: string): string {
  const map: EncodedSourceMap = JSON.parse(text)
  const lines = code.split('\n').map((line) => Array.from(line.matchAll(beyondAscii), ({ index }) => index))
  const mappings = decodedMappings(new TraceMap(map)).map((segments, line) => {
    const letters = lines[line] ?? []
    let passed = 0
    return segments.map((segment): SourceMapSegment => {
      while ((letters[passed] ?? Infinity) < segment[0]) passed += 1
      return [segment[0] + 5 * passed, ...segment.slice(1)] as SourceMapSegment
    })
  })
  return JSON.stringify({ ...map, mappings: encodedMappings(new TraceMap({ ...map, mappings })) })
}

/**
 * Vite's helper around `import()`, without what no page here needs: 0.9 kB less to read. It brings the style sheet of a page that has one of its
 * own, where the document does not name it yet, before the page is drawn; the server's document links it.
 */
function plainImports(): Plugin {
  const helper = `
    const bring = (name) => {
      const href = '/' + name
      if (document.querySelector('link[href="' + href + '"]')) return
      const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
      document.head.append(sheet)
      return new Promise((done) => { sheet.onload = sheet.onerror = done })
    }
    export const __vitePreload = async (load, sheets = []) => {
      await Promise.all(sheets.map(bring))
      return load()
    }`
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? helper : undefined),
  }
}

/**
 * react-router's hooks for tracing tools are called only when somebody passes instruments, and nobody does: 1.5 kB that no reader needs.
 * Should the file's exports change with a new version, the build stops and names the missing one.
 */
function noTracing(): Plugin {
  const instead = `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const instrumentHandler = (handler) => handler
    export const instrumentationResultMetaContext = undefined`
  return {
    name: 'no-tracing',
    enforce: 'pre',
    load: (id) => (/[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]instrumentation\.js$/u.test(id) ? instead : undefined),
  }
}

/**
 * The two packages that draw a page copy it into a frame, which they begin with a plain string: a page's policy refuses that (web/trusted-types.ts).
 * Should one of these lines change with a new version, the build stops and names it.
 */
function trustedFrames(): Plugin {
  const html2canvas = /[\\/]html2canvas[\\/]dist[\\/]html2canvas\.esm\.js$/u
  const lines: readonly (readonly [path: RegExp, line: string, instead: string])[] = [
    [html2canvas, 'documentClone.write(serializeDoctype(document.doctype) + "<html></html>")', 'documentClone.write(emptyPage())'],
    [
      html2canvas,
      "testElement.innerHTML = typeof ''.repeat === 'function' ? '&#128104;'.repeat(10) : ''",
      "testElement.textContent = '\\u{1F468}'.repeat(10)",
    ],
    [
      /[\\/]modern-screenshot[\\/]dist[\\/]index\.mjs$/u,
      `sandbox.srcdoc = '<!DOCTYPE html><meta charset="UTF-8"><title></title><body>'`,
      'sandbox.srcdoc = emptyPage()',
    ],
  ]
  const mended = new Set<string>()
  return {
    name: 'trusted-frames',
    apply: 'build',
    enforce: 'pre',
    // Its other form is CommonJS, which imports nothing.
    resolveId: (id) => (id === 'html2canvas' ? join(root, 'node_modules/html2canvas/dist/html2canvas.esm.js') : undefined),
    buildEnd(error) {
      if (error === undefined && mended.size < lines.length) this.error('a package that draws pages was not found: see trustedFrames')
    },
    transform(code, id) {
      const own = lines.filter(([path]) => path.test(id))
      if (own.length === 0) return undefined
      let changed = `import { emptyPage } from ${JSON.stringify(join(root, 'web/trusted-types.ts'))}; ${code}`
      for (const [, line, instead] of own) {
        if (changed.split(line).length !== 2) this.error(`not once in ${id}: ${line}`)
        changed = changed.replace(line, () => instead)
        mended.add(line)
      }
      return { code: changed, map: null } // no line moves
    },
  }
}

/** Says what a reader's page weighs: the entry, what it imports, and the page's own part, as gzip 9. */
function pageWeights(): Plugin {
  return {
    name: 'page-weights',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const importsOf = (file: string) => byFile.get(file)?.imports
      const weightOf = new Map(chunks.map(({ fileName, code }) => [fileName, gzipSync(code, { level: 9 }).length]))
      const weigh = (files: readonly string[]) => [...reach(files, importsOf)].reduce((sum, file) => sum + (weightOf.get(file) ?? 0), 0)
      const entry = chunks.find((chunk) => chunk.isEntry)?.fileName ?? ''
      const weights = chunks
        .flatMap(({ fileName, moduleIds }) =>
          moduleIds.filter(isPage).map((id) => ({ name: basename(id, '.tsx'), bytes: weigh([entry, fileName]) })),
        )
        .sort((a, b) => b.bytes - a.bytes)
      const first = chunks.filter((chunk) => chunk.isEntry || chunk.moduleIds.some(isPage)).map(({ fileName }) => fileName)
      // Of everything that some page needs before it is alive.
      const modules = [...reach(first, importsOf)].flatMap((file) => byFile.get(file)?.moduleIds ?? [])
      const late = modules.filter((id) => comesLate.test(id))
      if (late.length > 0) this.error(`in a reader's first download, where it must not be: ${late.join(', ')}`)
      const words = weights.map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(1)}`)
      this.info(`script of a page, kB gzip (at most 110): ${words.join(', ')}`)
    },
  }
}

/** What may only come after idle, or on the server: what loads data, and the device's database. */
const comesLate =
  /[.]load[.]ts$|[\\/]node_modules[\\/](dexie|yjs|@tiptap|prosemirror-[a-z]+)[\\/]|[\\/]web[\\/]app[\\/]device-[a-z]+[.]ts$/u

function serviceWorker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'web/worker',
    // The plugin names the worker after its source: this one is asked for at /sw.js.
    filename: 'sw.ts',
    outDir: clientDir,
    // The web manifest carries the deployment's name: the server answers it.
    manifest: false,
    injectRegister: false,
    injectManifest: {
      globPatterns: ['assets/*.{js,css,woff2,svg}'],
      // Only what this build made: files of earlier builds stay in the folder for open tabs.
      manifestTransforms: [
        (entries) => {
          const current = filesOfThisBuild()
          // What reads and writes files of other programs is kept once somebody opens the page for it (web/worker/tools.ts).
          const kept = entries.filter((entry) => current.has(entry.url) && !entry.url.includes('/exchange-worker-'))
          // The name that the server gives this build too (sync-server/main.ts, `buildOf`): the worker shows no kept page of another.
          const revision = createHash('sha256')
            .update(readFileSync(join(clientDir, '.vite/manifest.json')))
            .digest('hex')
            .slice(0, 12)
          const all = [...kept, { url: '/shell', revision, size: 0 }]
          return { manifest: all.map((entry) => (isForAll(entry.url) ? { ...entry, isForAll: true } : entry)), warnings: [] }
        },
      ],
    },
  })
}

interface ManifestEntry {
  readonly file: string
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
  /** Keys of the manifest. */
  readonly imports?: readonly string[]
}

function readManifest(): Readonly<Record<string, ManifestEntry>> {
  return JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'))
}

function filesOfThisBuild(): ReadonlySet<string> {
  return new Set(Object.values(readManifest()).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))
}

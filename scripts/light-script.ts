/**
 * The script of a visitor's page (docs/decisions/0041-visitors-read-light.md), and what it loads
 * for a text. Bundled by itself: shared with the app, its parts would lie in the app's files, and
 * bring them.
 */
import { join } from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'

/** Whether a file of the client build is the light script itself. */
export const isLightScript = (file: string): boolean => /^assets\/light-[\w-]+\.js$/u.test(file)

/** What it loads where a page has a use for it (web/app/light/island.ts). */
const isIsland = (file: string): boolean => /^assets\/island-[\w-]+\.js$/u.test(file)

/**
 * Whether the worker keeps it on every device: the shell, the light script with its island, and
 * what draws every page. Other sheets are kept with the pages that name them; letters of other
 * scripts and of formulas come with the texts that need them. @param url as the worker's manifest
 * has it.
 */
export const isForAll = (url: string): boolean =>
  url === '/shell' ||
  isLightScript(url) ||
  isIsland(url) ||
  /^assets\/basis-[\w-]+\.css$/u.test(url) ||
  (url.endsWith('.woff2') && !/-ext-|math|-signs|latin-wght-italic/u.test(url))

export interface LightFile {
  readonly fileName: string
  readonly code: string
  readonly moduleIds: readonly string[]
}

/** Bundles it: first the light script, then its islands. @param entry its source, from `root`. */
export async function bundleLight(root: string, entry: string): Promise<readonly LightFile[]> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [bareImports()],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, entry),
        output: { entryFileNames: 'assets/light-[hash].js', chunkFileNames: 'assets/island-[hash].js' },
      },
    },
  })
  const files = 'output' in built ? built.output.filter((file) => file.type === 'chunk') : []
  return files.toSorted((a, b) => Number(b.isEntry) - Number(a.isEntry))
}

/**
 * Vite's helper around `import()` without what loads style sheets and announces files: a third of
 * the light script would be it.
 */
function bareImports(): Plugin {
  return {
    name: 'bare-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
  }
}

/** Adds it to the client build. @param entry its source, from `root`. */
export function lightScript(root: string, entry: string): Plugin {
  return {
    name: 'light-script',
    apply: 'build',
    async generateBundle() {
      for (const { fileName, code } of await bundleLight(root, entry)) {
        // By its name it stands in Vite's manifest, from which old files are told.
        const name = isLightScript(fileName) ? 'light.js' : `${fileName.replace(/^assets\//u, '')}`
        this.emitFile({ type: 'asset', name, fileName, source: code })
      }
    },
  }
}

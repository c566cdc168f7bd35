/**
 * The one script of a visitor's page (docs/decisions/0041-visitors-read-light.md), in one file.
 * Bundled by itself: shared with the app, its parts would lie in the app's files, and bring them.
 */
import { join } from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'

/** Whether a file of the client build is the light script. */
export const isLightScript = (file: string): boolean => /^assets\/light-[\w-]+\.js$/u.test(file)

/**
 * Whether the worker keeps it on every device: the shell, the light script, and what draws public
 * pages. Letters of other scripts and of formulas come with the texts that need them. @param url as
 * the worker's manifest has it.
 */
export const isForAll = (url: string): boolean =>
  url === '/shell' ||
  isLightScript(url) ||
  url.endsWith('.css') ||
  (url.endsWith('.woff2') && !/-ext-|math|-western|latin-wght-italic/u.test(url))

/**
 * Bundles it. @param entry its source, from `root`. @throws Error when it becomes more than one
 * file.
 */
export async function bundleLight(
  root: string,
  entry: string,
): Promise<{ readonly fileName: string; readonly code: string; readonly moduleIds: readonly string[] }> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: join(root, entry), output: { entryFileNames: 'assets/light-[hash].js', codeSplitting: false } },
    },
  })
  const [only, more] = 'output' in built ? built.output : []
  if (only?.type !== 'chunk' || more !== undefined) throw new Error('the light script is not one file')
  return only
}

/** Adds it to the client build. @param entry its source, from `root`. */
export function lightScript(root: string, entry: string): Plugin {
  return {
    name: 'light-script',
    apply: 'build',
    async generateBundle() {
      const { fileName, code } = await bundleLight(root, entry)
      // By its name it stands in Vite's manifest, from which old files are told.
      this.emitFile({ type: 'asset', name: 'light.js', fileName, source: code })
    },
  }
}

import type { Plugin } from 'vite'

/**
 * Lets the browser of the DOM tier keep modules from one test file to the next. Vite has each asked
 * for again, which is right while somebody edits: 520 questions a file, half of what the tier's
 * server computed. `vitest run` ends with its browser, and nothing changes during it.
 */
export const cachedModules: Plugin = {
  name: 'cached-modules',
  configureServer({ middlewares }) {
    if (!process.argv.includes('run')) return
    middlewares.use((_request, response, next) => {
      const setHeader = response.setHeader.bind(response)
      response.setHeader = (name, value) =>
        setHeader(name, name === 'Cache-Control' && value === 'no-cache' ? 'max-age=3600, immutable' : value)
      next()
    })
  },
}

import fastifyStatic from '@fastify/static'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { policyReportPath } from '#shared/reports/ingest.ts'

export interface StaticDirs {
  /** The client build; `null` in development, where Vite answers for it. */
  readonly client: string | null
  /** Icons, pictures. */
  readonly public: string
}

/**
 * A worker lives under the policy that its own script came with, and nobody but that policy tells
 * us what was refused in it.
 */
const reported = `require-trusted-types-for 'script'; trusted-types 'none'; report-uri ${policyReportPath}`
const serviceWorkerPolicy = `default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; ${reported}`
/** Workers of a page are one file each, and ask for nothing. */
const workerPolicy = `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; ${reported}`
/** By the name of their entry (`exchange-worker-HASH.js`). */
const isWorkerFile = (path: string): boolean => /-worker-[\w-]+\.js(?:\.br|\.gz)?$/u.test(path)

/** What browsers ask for by name; how it is compressed is settled with them. */
const isAsset = (name: string): boolean => /^\w[\w.-]*$/u.test(name) && !/\.(?:br|gz|map|html)$/u.test(name)

/**
 * The build's hashed files never change; the worker is asked for anew each time; the rest may be a
 * few minutes old. Hashed files share one route: files of earlier builds stay beside them for two
 * weeks, and a route for each would be megabytes.
 */
export async function staticFiles(app: FastifyInstance, dirs: StaticDirs): Promise<void> {
  const common = {
    decorateReply: false,
    wildcard: false,
    dotfiles: 'ignore',
    index: false,
    preCompressed: true,
    cacheControl: false,
  } as const
  if (dirs.client !== null && existsSync(dirs.client)) {
    const assets = join(dirs.client, 'assets')
    if (existsSync(assets)) {
      await app.register(async (scope) => {
        await scope.register(fastifyStatic, {
          ...common,
          root: assets,
          // A route of its own reads the whole folder for each file.
          serve: false,
          decorateReply: true,
          setHeaders: (reply, path) => {
            reply.header('cache-control', 'public, max-age=31536000, immutable')
            reply.header('vary', 'accept-encoding')
            if (isWorkerFile(path)) reply.header('content-security-policy', workerPolicy)
          },
        })
        scope.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) =>
          isAsset(name) ? reply.sendFile(name) : reply.callNotFound(),
        )
      })
    }
    await app.register(fastifyStatic, {
      ...common,
      root: dirs.client,
      globIgnore: ['.vite/**', 'assets/**', '**/*.html', '**/*.br', '**/*.gz', '**/*.map'],
      setHeaders: (reply, path) => {
        const isWorker = path.includes('sw.js')
        reply.header('cache-control', isWorker ? 'no-cache' : 'public, max-age=600')
        // Under that of other files it may fetch nothing, and is never installed.
        if (isWorker) reply.header('content-security-policy', serviceWorkerPolicy)
        reply.header('vary', 'accept-encoding')
      },
    })
  }
  if (!existsSync(dirs.public)) return
  await app.register(fastifyStatic, {
    ...common,
    root: dirs.public,
    globIgnore: ['robots.txt', 'sitemap.xml', 'manifest.webmanifest', 'sw.js', '**/*.html', '**/*.js', '**/*.br', '**/*.gz'],
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=3600')
    },
  })
}

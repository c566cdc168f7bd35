import fastifyStatic from '@fastify/static'
import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

export interface StaticDirs {
  /** The client build; `null` in development, where Vite answers for it. */
  readonly client: string | null
  /** Icons, pictures. */
  readonly public: string
}

/** The build's hashed files never change; the worker is asked for anew each time; the rest may be a few minutes old. */
export async function staticFiles(app: FastifyInstance, dirs: StaticDirs): Promise<void> {
  const common = { decorateReply: false, wildcard: false, dotfiles: 'ignore', index: false, preCompressed: true, cacheControl: false } as const
  if (dirs.client !== null && existsSync(dirs.client)) {
    await app.register(fastifyStatic, {
      ...common,
      root: dirs.client,
      globIgnore: ['.vite/**', '**/*.html', '**/*.br', '**/*.gz', '**/*.map'],
      setHeaders: (reply, path) => {
        const isHashed = /[\\/]assets[\\/]/u.test(path)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : path.includes('sw.js') ? 'no-cache' : 'public, max-age=600')
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

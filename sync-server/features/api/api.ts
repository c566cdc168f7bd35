/**
 * All that programs are offered: the versioned API, its description, the short forms in Markdown,
 * and the MCP server.
 */
import type { FastifyInstance } from 'fastify'
import type { SiteContext } from '#server/http/site-context.ts'
import type { ApiTools } from './handlers.ts'
import { links } from '#shared/links.ts'
import { mcpRoutes } from '#server/mcp/routes.ts'
import { aboutPage } from './about-page.ts'
import { markdownRoutes } from './markdown-routes.ts'
import { openApi } from './open-api.ts'
import { apiRoutes, newRates, openToOthers } from './routes.ts'

type ApiOptions = Pick<ApiTools, 'store' | 'apply' | 'rooms' | 'search' | 'now' | 'onError'>

export function api(app: FastifyInstance, context: SiteContext, options: ApiOptions): void {
  const tools: ApiTools = {
    ...options,
    origin: () => context.site().origin,
    text: () => context.text(),
    kept: context.forPrograms,
    caughtUp: () => context.freshness.wake(),
  }
  const rates = newRates(context.limits)
  const handlers = apiRoutes(app, tools, rates)
  markdownRoutes(app, context)
  mcpRoutes(app, { context, tools, handlers, rates })
  for (const path of [links.api(), links.api().slice(0, -1)])
    app.get(path, async (_request, reply) => {
      const page = aboutPage(
        handlers.map(({ operation }) => operation),
        context.site(),
      )
      return reply.type('text/html; charset=utf-8').header('cache-control', 'public, max-age=300').send(page)
    })
  let described: { readonly siteName: string; readonly origin: string; readonly text: string } | null = null
  app.get(links.openApi(), async (_request, reply) => {
    openToOthers(reply)
    const { name, origin } = context.site()
    // Made anew for another name only: it takes all schemas apart, and anybody may ask for it.
    if (described?.siteName !== name || described.origin !== origin) {
      const operations = handlers.map(({ operation }) => operation)
      described = { siteName: name, origin, text: JSON.stringify(openApi(operations, { siteName: name, origin })) }
    }
    return reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(described.text)
  })
}

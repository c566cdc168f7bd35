import type { PageData, PageRequest, RenderedPage } from '#shared/pages/page-data.ts'
import { pageRoutes } from './app/routes.ts'

// This module's exports are the WebEntry of shared/pages/page-data.ts; a test holds them to it.
export { errorDocument as renderError } from './app/error-document.ts'
export { ageScript, inlineScript } from './app/inline-script.ts'
export const routes = pageRoutes

/**
 * React and the pages come with the first page that is asked for: a server at rest does without
 * them (docs/decisions/0008-memory.md).
 * @throws whatever a load or a component throws that is not an expected refusal: the server logs it
 *   and answers `renderError`.
 */
export async function render(request: PageRequest, data: PageData): Promise<RenderedPage> {
  const { renderPage } = await import('./app/render-page.tsx')
  return renderPage(request, data)
}

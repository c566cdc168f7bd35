import type { ComponentType } from 'react'
import type { AnyPartProps, ShownParts } from '../data/places.ts'
import { pageRoutes } from './routes.ts'

const ready = new Map<string, ComponentType>()

/**
 * Fetches a page's code, so that it can be drawn without waiting, and that of the parts which other
 * domains show on it. `*` is the page for problems.
 */
export async function preparePage(showing: string, parts: ShownParts = {}): Promise<void> {
  const names = Object.values(parts).flatMap((at) => Object.keys(at))
  if (names.length > 0)
    await import('./bring-part.ts').then(
      (part) => part.prepareParts(names),
      () => undefined,
    )
  if (ready.has(showing)) return
  const page = pageRoutes.find(({ path }) => path === showing)?.page ?? problemPage
  ready.set(showing, (await page()).default)
}

export const bringPart = async (name: string): Promise<ComponentType<AnyPartProps>> => (await import('./bring-part.ts')).bringPart(name)

const problemPage = () => import('./pages/problem-page.tsx')

/** @throws Error for a page that was not prepared: loaders prepare what they answer. */
export function readyPage(showing: string): ComponentType {
  const page = ready.get(showing)
  if (page === undefined) throw new Error(`${showing} was not prepared`)
  return page
}

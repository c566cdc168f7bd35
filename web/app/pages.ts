import type { ComponentType } from 'react'
import { pageRoutes } from './routes.ts'

const ready = new Map<string, ComponentType>()

/** Fetches a page's code, so that it can be drawn without waiting. `*` is the page for problems. */
export async function preparePage(showing: string): Promise<void> {
  if (ready.has(showing)) return
  const page = pageRoutes.find(({ path }) => path === showing)?.page ?? problemPage
  ready.set(showing, (await page()).default)
}

const problemPage = () => import('./pages/problem-page.tsx')

/** @throws Error for a page that was not prepared: loaders prepare what they answer. */
export function readyPage(showing: string): ComponentType {
  const page = ready.get(showing)
  if (page === undefined) throw new Error(`${showing} was not prepared`)
  return page
}

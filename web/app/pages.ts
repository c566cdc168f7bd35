import type { ComponentType } from 'react'
import { pageRoutes } from './routes.ts'

const ready = new Map<string, ComponentType>()

/** Fetches a page's code, so that it can be drawn without waiting. Nothing to fetch for what has no page (`*`). */
export async function preparePage(showing: string): Promise<void> {
  if (ready.has(showing)) return
  const route = pageRoutes.find(({ path }) => path === showing)
  if (route !== undefined) ready.set(showing, (await route.page()).default)
}

export function readyPage(showing: string): ComponentType | undefined {
  return ready.get(showing)
}

import { links } from '#shared/links.ts'
import { ask } from '../../data/connection.ts'

/** What the site says of one of its pages. @throws when nobody, or somebody else, answers. */
export async function pageAnswer(path: string): Promise<unknown> {
  const response = await ask(links.pageData(path), { headers: { accept: 'application/json' } })
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) throw new TypeError('not the site')
  return response.json()
}

export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

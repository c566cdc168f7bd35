import type { Doc as SharedDoc } from 'yjs'
import { checkedText, docToJson } from '#shared/documents/text-in-doc.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { Doc } from '#shared/text/nodes.ts'
import { posts } from '#shared/posts/schema.ts'
import { ask } from '../../../data/connection.ts'
import type { Device } from '../../../data/device/device-api.ts'
import type { Check, SiteLink } from './publish-checks.ts'
import { waitingPictures, waitingWords } from '../../../data/pictures-own.ts'
import { brokenLink, checksOf, siteLinks } from './publish-checks.ts'

interface Details {
  readonly tags: readonly string[]
}

/** Checking links holds up publishing no longer than this. */
const maxWaitMs = 4_000

/** All that is worth a look before publishing. Links that can't be checked are one item. */
export async function findChecks(device: Device, doc: SharedDoc, details: Details): Promise<readonly Check[]> {
  const text = checkedText(doc)
  const checks = [...checksOf(docToJson(doc), details), ...(text.ok ? await pictureStates(text.doc) : [])]
  const found = text.ok ? siteLinks(text.doc, location.origin) : []
  if (found.length === 0) return checks
  const stop = AbortSignal.timeout(maxWaitMs)
  const states = await Promise.all(found.map(async (link) => ({ link, state: await stateOf(device, link, stop) })))
  const broken = states.filter(({ state }) => state === 'broken').map(({ link }) => brokenLink(link))
  const unknown = states.filter(({ state }) => state === 'unknown').length
  const unasked: Check = {
    id: 'links-unasked',
    words: `${unknown === 1 ? 'A link' : `${unknown} links`} within the site couldn’t be checked.`,
    isGrave: false,
    at: null,
  }
  return [...checks, ...broken, ...(unknown === 0 ? [] : [unasked])]
}

async function pictureStates(text: Doc): Promise<readonly Check[]> {
  const { waiting, refused } = await waitingPictures(text)
  return [
    ...refused.map(({ src, words }): Check => ({
      id: `refused-${src}`,
      words: `A picture couldn’t be added: ${words}`,
      isGrave: true,
      at: null,
    })),
    ...(waiting.length === 0 ? [] : [{ id: 'waiting', words: waitingWords(waiting.length), isGrave: false, at: null } satisfies Check]),
  ]
}

async function stateOf(device: Device, { path }: SiteLink, signal: AbortSignal): Promise<'there' | 'broken' | 'unknown'> {
  const id = /^\/posts\/([^/?]+)/u.exec(path)?.[1]
  if (id !== undefined && isId(id) && (await device.read.get(posts, id))) return 'there'
  try {
    const response = await ask(links.pageData(path), { headers: { accept: 'application/json' }, signal })
    if (response.status === 404 || response.status === 410) return 'broken'
    return response.ok ? 'there' : 'unknown'
  } catch {
    return 'unknown'
  }
}

import { useCallback, useRef } from 'react'
import { connection } from '../../../data/connection.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import type { Device } from '../../../data/device/device-api.ts'
import type { Choice } from './choices.ts'
import { choicesFor } from './choices.ts'
import type { CompletePorts } from './complete.ts'
import { joined, remoteMember, localMembers, remoteNewest, localPages, remotePages, localPosts } from './known.ts'

type Kind = 'member' | 'post'

/** Who and what was asked for lately is not asked for again with each letter. */
const freshMs = 60_000
/** A name that nobody knows here is asked for when one has stopped typing. */
const pauseMs = 700

interface Known {
  readonly device: Device
  readonly at: number
  readonly lists: Record<Kind, Promise<readonly Choice[]>>
  readonly asked: Set<string>
  /** The server's newest posts and their authors: once, when something is not known here. */
  newest: Promise<void> | null
}

/**
 * Answers the lists of members, posts and pages of the wiki: from the device at once, from the
 * server what the device does not know.
 */
export function useCompletions(): CompletePorts['onAsk'] {
  const device = useDevice()
  const latest = useRef<Known | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pagePause = useRef<ReturnType<typeof setTimeout>>(undefined)
  return useCallback(
    (kind, query, tell) => {
      if (device === null) return
      clearTimeout(pause.current)
      const now = Date.now()
      let here = latest.current
      if (here === null || here.device !== device || now - here.at > freshMs) {
        const pages = localPages(device)
        const withPages = async (list: Promise<readonly Choice[]>) => [...(await list), ...(await pages)]
        const lists = { member: withPages(localMembers(device)), post: withPages(localPosts(device)) }
        here = { device, at: now, lists, asked: new Set(), newest: null }
        latest.current = here
      }
      const answer = async (known: Known) => {
        const { lists, asked } = known
        const add = async (more: Promise<readonly Choice[]>) => {
          lists[kind] = Promise.resolve(joined(await lists[kind], await more))
          tell(await lists[kind])
        }
        const choices = await lists[kind]
        tell(choices)
        const isFound = choicesFor(choices, query).length > 0
        if (!connection.get()) return
        const name = query.trim()
        // Pages are few here and many there: those are asked for by what is typed.
        const question = `wiki ${kind} ${name}`
        if (name.length >= 2 && !asked.has(question)) {
          clearTimeout(pagePause.current)
          pagePause.current = setTimeout(() => {
            asked.add(question)
            add(remotePages(name)).catch(() => {})
          }, pauseMs)
        }
        if (isFound) return
        known.newest ??= remoteNewest().then(async ({ member, post }) => {
          lists.member = Promise.resolve(joined(await lists.member, member))
          lists.post = Promise.resolve(joined(await lists.post, post))
        })
        await known.newest
        tell(await lists[kind])
        // Members one by one, by their whole name.
        if (kind !== 'member' || name.length < 3 || name.includes(' ') || asked.has(name) || choicesFor(await lists[kind], name).length > 0)
          return
        clearTimeout(pause.current)
        pause.current = setTimeout(() => {
          asked.add(name)
          add(remoteMember(device, name)).catch(() => {})
        }, pauseMs)
      }
      // Without a network, or with a device that closes, there are no more than these.
      answer(here).catch(() => {})
    },
    [device],
  )
}

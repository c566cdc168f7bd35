import { useCallback, useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import type { VoteValue } from '#shared/votes/schema.ts'
import { localTagChoices } from '#shared/wiki/tag-names.ts'
import { ask } from '../../data/connection.ts'
import type { Device } from '../../data/device/device-api.ts'
import { useFromDevice } from '../../data/device/use-device.ts'
import { currentMe } from '../../data/viewer.ts'
import { castTagVote } from './cast-tag-vote.ts'
import type { PostTagsView } from './post-tags-view.ts'
import { postTagsView } from './post-tags-view.ts'

/** After so long without a key, words are looked for. */
const typedMs = 200

interface Asked {
  readonly words: string
  readonly view: PostTagsView
}

/**
 * A post's tags: as this device has them where it holds the post, with what waits to be sent; names
 * to choose from as the server knows them, and without it those that are known here.
 * @param given what the page says; asked for where there is none.
 */
export function usePostTags(postId: string, words: string, given: Asked | null, onSent: () => void) {
  const [server, setServer] = useState(given)
  const [turn, setTurn] = useState(0)
  const [message, setStatusText] = useState<string | null>(null)
  const [isAway, setAway] = useState(false)
  const isKnown = turn === 0 && server?.words === words
  useEffect(() => {
    if (isKnown) return
    const stop = new AbortController()
    const timer = setTimeout(
      () => {
        fetchView(postId, words, stop.signal).then(
          (view) => {
            setServer({ words, view })
            setAway(false)
          },
          () => setAway(!stop.signal.aborted),
        )
      },
      words === '' ? 0 : typedMs,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [postId, words, turn, isKnown])
  const [here] = useFromDevice(useCallback((device: Device) => viewHere(device, postId, words), [postId, words]))
  const found = server?.words === words || !isAway ? (server?.view.found ?? null) : (here?.found ?? null)
  const known = merged(server?.view ?? null, here ?? null)
  const view = known && { ...known, found: words === '' ? null : found }
  const vote = (tagId: string, value: VoteValue): void => {
    const { viewer } = currentMe()
    if (viewer.kind === 'visitor') return
    setStatusText(null)
    const choice = [...(view?.found ?? []), ...(view?.core ?? [])].find(({ id }) => id === tagId)
    castTagVote(viewer, { postId, tagId, value }, choice).then(
      (done) => {
        setStatusText(done.message)
        if (!done.wasSent) return
        setTurn((before) => before + 1)
        onSent()
      },
      (error: unknown) => {
        setStatusText('This device couldn’t store it.')
        reportError(error)
      },
    )
  }
  return { view, message, vote, isAway: isAway && view === null }
}

function merged(server: PostTagsView | null, here: PostTagsView | null): PostTagsView | null {
  if (here === null || server === null) return here ?? server
  return { ...here, core: server.core }
}

/** `null`: this device does not hold the post, or is nobody's. */
async function viewHere(device: Device, postId: string, words: string): Promise<PostTagsView | null> {
  const post = device.account !== null && device.holds(`thread:${postId}`) ? await device.read.get(posts, postId) : undefined
  return post === undefined ? null : postTagsView(device.read, device.viewer, post, await localTagChoices(device.read), words)
}

async function fetchView(postId: string, words: string, signal: AbortSignal): Promise<PostTagsView> {
  const response = await ask(links.pageData(links.postTags(postId, words)), { headers: { accept: 'application/json' }, signal })
  if (!response.ok) throw new Error(`tags: ${response.status}`)
  // The page's own answer, of this build's type.
  const { page } = (await response.json()) as { readonly page?: PostTagsView }
  if (page === undefined) throw new Error('tags: no page')
  return page
}

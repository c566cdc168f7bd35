import type { PageAnswer } from '../answer.ts'
import type { Device, CachedAnswer } from './device-api.ts'
import type { LocalStore, LocalTx } from './local-store.ts'
import { deletePages, forgetPagesOf } from './local-change.ts'
import { hourMs } from '#shared/kernel/durations.ts'

/** Below this age of its mark, a page that is looked at again is not written again. */
const usedAgainMs = hourMs

/**
 * Finished answers and whole documents, each with what is known of it beside it, so that nobody
 * reads a body to count it.
 */
export function openCachedPages(store: Pick<LocalStore, 'read' | 'write'>, now: () => number): Pick<Device, 'answers' | 'screens'> {
  async function markUsed(kind: 'answer' | 'screen', address: string): Promise<void> {
    const page = await store.read((tx) => tx.pages.get([kind, address]))
    if (page === undefined || (page.keep === undefined && now() - page.lastUsed < usedAgainMs)) return
    const { keep: _opened, ...visited } = page
    await store.write((tx) => tx.pages.put([{ ...visited, lastUsed: now() }]))
  }
  async function keepAnswer(tx: LocalTx, address: string, answer: PageAnswer, at: number, keep?: 'prefetched'): Promise<void> {
    const kept: CachedAnswer = { address, answer, at }
    const bytes = JSON.stringify(kept).length
    await tx.answers.put([kept])
    await tx.pages.put([{ kind: 'answer', address, title: answer.head.title, lastUsed: now(), bytes, ...(keep && { keep }) }])
  }
  return {
    answers: {
      async keep(address, answer, keep) {
        await store.write(async (tx) => {
          // A page that was opened stays one, whatever fetches it again.
          const before = await tx.pages.get(['answer', address])
          await keepAnswer(tx, address, answer, now(), before !== undefined && before.keep === undefined ? undefined : keep)
        })
      },
      async get(address) {
        const kept = await store.read((tx) => tx.answers.get(address))
        // Only a mark for what leaves first: its failing takes nothing from the reader.
        if (kept !== undefined) markUsed('answer', address).catch(() => undefined)
        return kept
      },
      forget: (address) => store.write((tx) => forgetAddress(tx, address)),
      forgetOfPost: (postId) => store.write((tx) => forgetPagesOf(tx, postId)),
    },
    screens: {
      async keep(screen, answer, at = now()) {
        const bytes = screen.html.length + JSON.stringify(screen.headers).length
        await store.write(async (tx) => {
          if (answer !== null) await keepAnswer(tx, screen.address, answer, at)
          await tx.screens.put([{ ...screen, at }])
          await tx.pages.put([{ kind: 'screen', address: screen.address, title: null, lastUsed: now(), bytes }])
        })
      },
      forgetOfPost: (postId) => store.write((tx) => forgetPagesOf(tx, postId)),
    },
  }
}

export function forgetAddress(tx: LocalTx, address: string): Promise<void> {
  return deletePages(tx, [
    ['answer', address],
    ['screen', address],
  ])
}

import { useEffect, useState } from 'react'
import type { OutboxItem } from '../../data/outbox.ts'
import type { MutationWords } from './describe-mutation.ts'
import { useDevice } from '../../data/device/use-device.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'

/** What each mutation is, in words, by its number; absent until it is known. */
export function useMutationWords(items: readonly OutboxItem[]): ReadonlyMap<number, MutationWords> {
  const device = useDevice()
  const [words, setWords] = useState<ReadonlyMap<number, MutationWords>>(new Map())
  useEffect(() => {
    if (device === null || items.length === 0) return
    let isGone = false
    const describe = async () => {
      const { describeMutation } = await import('./describe-mutation.ts')
      const described = await Promise.all(
        items.map(async ({ n, name, args }) => [n, await describeMutation(device.read, name, args)] as const),
      )
      if (!isGone) setWords(new Map(described))
    }
    describe().catch(reportUnlessClosed)
    return () => {
      isGone = true
    }
  }, [device, items])
  return words
}

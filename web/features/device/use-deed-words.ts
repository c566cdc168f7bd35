import { useEffect, useState } from 'react'
import type { OutboxItem } from '../../data/outbox.ts'
import type { DeedWords } from './describe-deed.ts'
import { useDevice } from '../../data/device/use-device.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'

/** What each deed is, in words, by its number; absent until it is known. */
export function useDeedWords(items: readonly OutboxItem[]): ReadonlyMap<number, DeedWords> {
  const device = useDevice()
  const [words, setWords] = useState<ReadonlyMap<number, DeedWords>>(new Map())
  useEffect(() => {
    if (device === null || items.length === 0) return
    let isGone = false
    const describe = async () => {
      const { describeDeed } = await import('./describe-deed.ts')
      const described = await Promise.all(items.map(async ({ n, name, args }) => [n, await describeDeed(device.read, name, args)] as const))
      if (!isGone) setWords(new Map(described))
    }
    describe().catch(reportUnlessClosed)
    return () => {
      isGone = true
    }
  }, [device, items])
  return words
}

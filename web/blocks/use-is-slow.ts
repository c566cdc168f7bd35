import { useEffect, useState } from 'react'

/** Up to here nobody notices that they wait. */
const noticedMs = 300

/** Whether something has been under way for so long that the reader should see that it is slow. */
export function useIsSlow(isUnderWay: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => setSlow(true), noticedMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isUnderWay])
  return isSlow
}

import { useEffect, useState } from 'react'
import { useIsOnline } from '../../data/connection.ts'
import { startWorker } from './worker/start-worker.ts'

/**
 * Whether what reads and writes files is on this device: it is large, and comes when this page is
 * opened, to stay (web/worker/tools.ts). Started once for that and ended again; where it did not
 * come, it is tried again with a connection.
 */
export function useTools(): 'coming' | 'here' | 'absent' {
  const isOnline = useIsOnline()
  const [state, setState] = useState<'coming' | 'here' | 'absent'>('coming')
  const isHere = state === 'here'
  useEffect(() => {
    if (isHere) return undefined
    const worker = startWorker()
    const end = (how: 'here' | 'absent') => () => {
      worker.terminate()
      setState(how)
    }
    worker.addEventListener('message', end('here'))
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      end('absent')()
    })
    return () => worker.terminate()
    // Again when the network comes back.
  }, [isOnline, isHere])
  return state
}

import { useEffect, useState } from 'react'
import type { SearchAsked } from '#shared/search/params.ts'
import type { SearchResults } from '#shared/search/search.ts'
import { deviceSoon } from '../../../data/device/bring.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { searchLocally } from '../../../data/search/local-search.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Results } from './results.tsx'

type State = 'searching' | 'failed' | SearchResults

/** The search over what this device holds. */
export function LocalResults({ asked }: { readonly asked: SearchAsked }) {
  const device = useDevice()
  const [state, setState] = useState<State>('searching')
  useEffect(() => {
    let isGone = false
    const show = (next: State) => {
      if (!isGone) setState(next)
    }
    setState('searching')
    const search = async () => {
      const here = await deviceSoon()
      return here === null ? 'failed' : searchLocally(here, asked, Date.now())
    }
    search().then(show, () => show('failed'))
    return () => {
      isGone = true
    }
  }, [device, asked])
  if (state === 'searching') {
    return (
      <p className="empty" role="status">
        Searching this device.
      </p>
    )
  }
  if (state === 'failed') return <Notice kind="danger">Couldn’t search this device.</Notice>
  return <Results asked={asked} results={state} />
}

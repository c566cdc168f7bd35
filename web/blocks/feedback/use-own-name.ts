import { useEffect, useState } from 'react'
import { askMe, useMe } from '../../data/viewer.ts'

/**
 * A member's name, and the address as soon as the server has said it; pages do not know it. Offline
 * it stays empty.
 */
export function useOwnName(): { readonly name: string; readonly email: string } {
  const { viewer, name } = useMe()
  const [email, setEmail] = useState('')
  const userId = viewer.kind === 'member' ? viewer.userId : null
  useEffect(() => {
    if (userId === null) return
    let isGone = false
    void askMe({ email: true }).then((me) => {
      if (!isGone && me?.viewer.kind === 'member' && me.viewer.userId === userId) setEmail(me.email ?? '')
    }, reportError)
    return () => {
      isGone = true
    }
  }, [userId])
  return { name: name ?? '', email: userId === null ? '' : email }
}

import { useEffect, useState } from 'react'
import { postRoom } from '#shared/documents/rooms.ts'
import { openDocument } from '../../../data/documents/documents.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { useDevice } from '../../../data/device/use-device.ts'

/**
 * A post's document, open as long as the page shows it. `null` until what is on this device is in
 * it. Another `opening` opens it anew.
 */
export function useDocument(postId: string, isNew: boolean, opening = 0): OpenDocument | null | 'failed' {
  const device = useDevice()
  const [open, setOpen] = useState<OpenDocument | null | 'failed'>(null)
  useEffect(() => {
    if (device === null || device.account === null) return
    let isGone = false
    let opened: OpenDocument | null = null
    const bring = async () => {
      const here = await openDocument({ device, room: postRoom(postId), isNew })
      opened = here
      await here.whenLoaded
      if (isGone) await here.close()
      else setOpen(here)
    }
    bring().catch((error: unknown) => {
      reportError(error)
      if (!isGone) setOpen('failed')
    })
    return () => {
      isGone = true
      setOpen(null)
      opened?.close().catch(reportError)
    }
  }, [device, postId, isNew, opening])
  return open
}

import { useMemo } from 'react'
import { parseRoom } from '#shared/documents/rooms.ts'
import type { Device } from '../../data/device/device-api.ts'
import { isUnsent } from '../../data/device/is-unsent.ts'
import { useFromDevice } from '../../data/device/use-device.ts'
import { useOutbox } from '../../data/outbox.ts'

const listDocuments = (device: Device) => device.documents.list()

/** Posts of which something (text, or what is said about them) has not reached the server. */
export function useUnsentDrafts(): ReadonlySet<string> {
  const [documents = []] = useFromDevice(listDocuments)
  const { waiting } = useOutbox()
  return useMemo(() => {
    const texts = documents.filter(isUnsent).map(({ room }) => parseRoom(room)?.id)
    const details = waiting.flatMap(({ pending, about }) => (pending === null ? [] : about.map((name) => name.split(':')[1] ?? name)))
    return new Set([...texts, ...details].filter((id): id is string => id !== undefined))
  }, [documents, waiting])
}

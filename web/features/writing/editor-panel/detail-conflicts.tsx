import { useRef, useState } from 'react'
import type { Writing } from '#shared/posts/schema.ts'
import type { DetailConflict } from '../../../blocks/posts/detail-conflict.ts'
import { conflictingPostId, detailConflict } from '../../../blocks/posts/detail-conflict.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { useOutbox } from '../../../data/outbox.ts'
import { Notice } from '../../../ui/notice.tsx'

const subjects: Readonly<Partial<Record<DetailConflict['field'], string>>> = {
  title: 'The title was',
  linkUrl: 'The link was',
  tags: 'The tags were',
  writtenOn: 'The date when it was written was',
}

/**
 * What was set here and elsewhere to different values, while both were apart: both are shown, and
 * one is chosen by hand.
 */
export function DetailConflicts({ writing }: { readonly writing: Writing }) {
  const device = useDevice()
  const { refused } = useOutbox()
  const [done, setDone] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const conflicts = refused.flatMap((item) => (conflictingPostId(item) === writing.id ? (detailConflict(item, writing) ?? []) : []))
  const decide = (work: Promise<void> | undefined, words: string) => {
    const decided = async () => {
      await work
      setDone(words)
      // The button that had the focus is gone.
      box.current?.focus()
    }
    decided().catch(reportError)
  }
  if (conflicts.length === 0 && done === null) return null
  return (
    <div ref={box} tabIndex={-1}>
      {conflicts.map(({ n, field, mine, theirs, again }) => (
        <Notice key={n} kind="warm" isUrgent>
          <p>
            {subjects[field] ?? 'A detail was'}{' '}
            {theirs === '' ? (
              'removed elsewhere.'
            ) : (
              <>
                changed elsewhere to “<bdi>{theirs}</bdi>”.
              </>
            )}{' '}
            {mine === '' ? (
              'You removed it.'
            ) : (
              <>
                Yours: “<bdi>{mine}</bdi>”.
              </>
            )}
          </p>
          <p className="write-acts">
            <button className="btn" type="button" onClick={() => decide(device?.outbox.retry(n, again), 'Yours is kept.')}>
              Keep mine
            </button>
            <button className="btn" type="button" onClick={() => decide(device?.outbox.discard(n), 'Kept the other version.')}>
              Take theirs
            </button>
          </p>
        </Notice>
      ))}
      {done === null ? null : (
        <p className="meta soft" role="status">
          {done}
        </p>
      )}
    </div>
  )
}

import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { addToFile, baseFile, deleteBase, documentFile, readFile } from '../../../data/documents/document-files.ts'
import { saveVersion } from '#shared/posts/version-mutations.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import type { Clash } from './clashes.ts'
import { SideOf } from './side-of.tsx'
import { takeSide } from './take-side.ts'
import type { Base, Merge } from './watch-merges.ts'
import { watchMerges } from './watch-merges.ts'
import './merged-styles.ts'

interface MergedNoticeProps {
  readonly postId: string
  readonly open: OpenDocument
  readonly editor: Editor
  /** Whoever else may write here. */
  readonly others: readonly string[]
}

/**
 * After writing apart: which paragraphs both sides changed, what each had made of them, and what
 * became of it. Nothing is lost whichever is taken.
 */
export function MergedNotice({ postId, open, editor, others }: MergedNoticeProps) {
  const device = useDevice()
  const [clashes, setClashes] = useState<readonly Clash[]>([])
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    const keep = async ({ mine, theirs }: Merge) => {
      if (device === null) return
      // In the history for good, whatever is chosen now.
      await device.commit(saveVersion, {
        id: postId,
        revisionId: freshId(),
        body: theirs,
        note: 'Before merging with changes from elsewhere',
      })
      await device.commit(saveVersion, {
        id: postId,
        revisionId: freshId(),
        body: mine,
        note: 'Written offline on this device',
      })
    }
    if (device === null || device.account === null) return undefined
    return watchMerges(open, baseOnDisk(documentFile(device.account, open.room)), (merge) => {
      setClashes((before) => [...before.filter(({ id }) => !merge.clashes.some((clash) => clash.id === id)), ...merge.clashes])
      keep(merge).catch(reportError)
    })
  }, [open, device, postId])

  if (clashes.length === 0) return null
  const them = others.length === 1 ? (others[0] ?? '') : others.length === 0 ? '' : 'somebody else'
  const settle = (id: string) => setClashes((before) => before.filter((clash) => clash.id !== id))
  const take = (clash: Clash, side: Clash['mine']) => {
    takeSide(editor, clash, side)
    settle(clash.id)
  }
  return (
    <section className="notice merged-notice" aria-label="Changed on both sides">
      <p role="status">
        {them === '' ? 'You changed the same ' : `You and ${them} changed the same `}
        {clashes.length === 1 ? 'paragraph' : `${clashes.length} paragraphs`}
        {them === '' ? ' here and on another device' : ''} while offline. Both versions are in the history.{' '}
        <button className="btn small" type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Compare'}
        </button>{' '}
        <button className="btn quiet small" type="button" onClick={() => setClashes([])}>
          Keep as is
        </button>
      </p>
      {isShown
        ? clashes.map((clash) => (
            <div className="clash" key={clash.id}>
              <SideOf
                title="Yours"
                kind="mine"
                base={clash.base}
                side={clash.mine}
                action="Use yours"
                onTake={() => take(clash, clash.mine)}
              />
              <SideOf
                title={them === '' ? 'On the other device' : `By ${them}`}
                kind="theirs"
                base={clash.base}
                side={clash.theirs}
                action="Use theirs"
                onTake={() => take(clash, clash.theirs)}
              />
              <SideOf
                title="Together"
                kind="merged"
                base={clash.base}
                side={clash.merged}
                action="Keep together"
                onTake={() => settle(clash.id)}
              />
            </div>
          ))
        : null}
    </section>
  )
}

function baseOnDisk(name: string): Base {
  return {
    async load() {
      const [bytes] = await readFile(baseFile(name))
      return bytes ?? null
    },
    save: (bytes) => addToFile(baseFile(name), bytes, true),
    drop: () => deleteBase(name),
  }
}

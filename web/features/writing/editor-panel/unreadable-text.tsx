/**
 * In the editor's place where it cannot show the text: the rest of the page stays, and the last
 * version that was kept is a press away.
 */
import { useCallback, useState } from 'react'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import type { Post, Revision } from '#shared/posts/schema.ts'
import { versionsOf } from '#shared/posts/version-queries.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useDevice, useFromDevice } from '../../../data/device/use-device.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { loadVersion } from '../../../data/documents/load-version.ts'
import { Notice } from '../../../ui/notice.tsx'
import { exactTime } from '../../../ui/time-words.ts'

interface UnreadableTextProps {
  readonly open: OpenDocument
  readonly post: Post | null
  /** Whether this member may put an earlier version in the text's place. */
  readonly mayLoad: boolean
  /** Tries the editor again. */
  readonly again: () => void
}

export function UnreadableText({ open, post, mayLoad, again }: UnreadableTextProps) {
  const device = useDevice()
  const [error, setError] = useState<FormError | null>(null)
  const read = useCallback(async (here: Device) => (post === null ? [] : versionsOf(here.read, post, 1, true)), [post])
  const [found] = useFromDevice(read)
  const last = mayLoad ? found?.[0] : undefined

  const retry = () => {
    // The button goes; the text is where its reader wants to be.
    document.getElementById('writing-text')?.focus()
    again()
  }
  const load = async (here: Device, of: Post, version: Revision) => {
    setError(null)
    try {
      await loadVersion(here, open, of.id, version, ySyncPluginKey)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
      return
    }
    retry()
  }

  return (
    <Notice kind="danger" isUrgent>
      <p>
        The editor can’t open this text. It’s saved
        {last === undefined ? '.' : '; you can go on from the last version that could be opened.'}
      </p>
      <Refusal error={error} />
      <div className="share-acts">
        {last === undefined || device === null || post === null ? null : (
          <button className="btn" type="button" onClick={() => void load(device, post, last).catch(reportError)}>
            Load version {last.version} of {exactTime(last.at, 'own')}
          </button>
        )}
        <button className="btn quiet" type="button" onClick={retry}>
          Try again
        </button>
        {post === null ? null : <a href={historyOf(post)}>All versions</a>}
      </div>
    </Notice>
  )
}

const historyOf = (post: Post): string =>
  kindFacts(post).isInWiki && post.slug !== null ? links.wikiVersions(post.slug) : links.postHistory(post)

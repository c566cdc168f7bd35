/**
 * The versions of the text in the editor: keeping one under a name, and going on from an earlier
 * one.
 */
import type { FormEvent } from 'react'
import { useCallback, useId, useState } from 'react'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import type { Post, Revision } from '#shared/posts/schema.ts'
import { versionsOf } from '#shared/posts/version-queries.ts'
import { kindOf } from '#shared/posts/version-mutations.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useDevice, useFromDevice } from '../../../data/device/use-device.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { keepVersion, loadVersion } from '../../../data/documents/load-version.ts'
import { exactTime } from '../../../ui/time-words.ts'

interface VersionsProps {
  readonly post: Post
  readonly open: OpenDocument
  /** They are seen: else nothing is read. */
  readonly isOpen: boolean
}

const atOnce = 8

export function Versions({ post, open, isOpen }: VersionsProps) {
  const id = useId()
  const device = useDevice()
  const [message, setMessage] = useState('')
  const [error, setError] = useState<FormError | null>(null)

  const guarded = async (work: (here: Device) => Promise<void>, words: string) => {
    if (device === null) return
    setError(null)
    try {
      await work(device)
      setMessage(words)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
    }
  }
  const keep = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const note = String(new FormData(form).get('note') ?? '').trim()
    guarded(async (here) => {
      await keepVersion(here, open, post.id, note)
      form.reset()
    }, 'Version saved.').catch(reportError)
  }
  // With the editor's own origin it is one step of its undo.
  const load = (version: Revision) =>
    void guarded(
      (here) => loadVersion(here, open, post.id, version, ySyncPluginKey),
      `Version ${version.version} was loaded. You can undo this.`,
    ).catch(reportError)

  return (
    <section>
      <p className="soft">
        Versions are saved automatically every 5 minutes, and before large deletions. <a href={links.postHistory(post)}>All versions</a>
      </p>
      <form className="inline-form" onSubmit={keep}>
        <Refusal error={error} />
        <label htmlFor={id}>Save a named version</label>
        <input className="input" id={id} name="note" maxLength={200} autoComplete="off" placeholder="For example: Before the cuts" />
        <button className="btn">Save version</button>
      </form>
      {isOpen ? <VersionList post={post} onLoad={load} /> : null}
      <p className="meta" role="status">
        {message}
      </p>
    </section>
  )
}

function VersionList({ post, onLoad }: { readonly post: Post; readonly onLoad: (version: Revision) => void }) {
  const read = useCallback((device: Device) => versionsOf(device.read, post, atOnce, true), [post])
  const [found] = useFromDevice(read)
  if (found === undefined || found.length === 0) return <p className="soft">Versions aren’t on this device yet.</p>
  return (
    <ul className="plain-list version-list">
      {found.map((version, at) => (
        <li key={version.id}>
          <span>
            <b>{version.note ?? `Version ${version.version}`}</b>{' '}
            <span className="meta soft">
              {exactTime(version.at, 'own')}
              {kindOf(version) === 'published' ? ', published' : ''}
            </span>
          </span>
          {at === 0 ? null : (
            <span className="share-acts">
              <a className="btn quiet small" href={links.comparePost(post, { before: version.version, only: 'changes' })}>
                Changes since<span className="sr"> version {version.version}</span>
              </a>
              <button className="btn quiet small" type="button" onClick={() => onLoad(version)}>
                Load<span className="sr"> version {version.version}</span>
              </button>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

import { useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { canWritePosts } from '#shared/posts/rules.ts'
import { counted } from '../../../blocks/counts.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { useSite } from '../../../data/site.ts'
import { Notice } from '../../../ui/notice.tsx'
import { makeDraft } from '../make-drafts.ts'
import { ArchiveImport } from '../parts/archive-import.tsx'
import { FileDrop, chosen } from '../parts/file-drop.tsx'
import { GoogleForm } from '../parts/google-form.tsx'
import { ImportList } from '../parts/import-list.tsx'
import { ToolsNote } from '../parts/tools-note.tsx'
import { useImport } from '../use-import.ts'

interface Made {
  readonly postId: string
  readonly title: string
  readonly lang: string
  readonly lostPictures: readonly string[]
}

/**
 * Texts from elsewhere become drafts on this device: read here, in a worker; nothing leaves the
 * device before they are drafts.
 */
export default function ImportPage() {
  const device = useDevice()
  const { origin } = useSite()
  const { items, archive, reading, read, stop, choose, forget, refuse } = useImport(origin, device?.account ?? null)
  const [made, setMade] = useState<readonly Made[]>([])
  const [making, setMaking] = useState<{ readonly done: number; readonly all: number } | null>(null)
  useEffect(() => {
    // Styles that no reader waits for.
    import('../exchange-styles.ts').catch(reportError)
    receiveOpenedFiles(read)
  }, [read])
  const chosenTexts = items.flatMap((item) => (item.kind === 'text' && item.isChosen ? [item] : []))
  const verdict = device === null ? null : canWritePosts(device.viewer)

  async function makeAll(): Promise<void> {
    if (device === null) return
    const done = new Set<string>()
    try {
      for (const { key, text } of chosenTexts) {
        setMaking({ done: done.size, all: chosenTexts.length })
        const { postId, lostPictures } = await makeDraft(device, text)
        done.add(key)
        setMade((before) => [...before, { postId, title: text.title, lang: text.lang, lostPictures }])
      }
    } catch (error) {
      // What is a draft already stays one; the rest can be tried again.
      reportError(error)
      refuse(chosenTexts[done.size]?.text.title ?? '', 'Couldn’t save it on this device. It may be out of space.')
    } finally {
      forget(done)
      setMaking(null)
    }
  }

  return (
    <div className="exchange">
      <h1 className="page-title">Import</h1>
      <p className="stand">
        Import texts from elsewhere as drafts, or everything from an account archive. Files are read on your device, even offline.
      </p>
      <noscript>
        <p>Import needs JavaScript. Without it, paste your text into the new post form.</p>
      </noscript>
      <ToolsNote />
      {verdict !== null && !verdict.allowed ? (
        <Notice kind="danger">
          <p>{device?.account === null ? 'Sign in to create drafts.' : 'You can’t write posts at the moment, so you can’t import.'}</p>
        </Notice>
      ) : (
        <>
          <FileDrop onFiles={read} />
          <section aria-labelledby="from-google">
            <h2 className="section" id="from-google">
              From Google Docs
            </h2>
            <GoogleForm onFile={(file) => read([file])} />
          </section>
        </>
      )}
      <div role="status" aria-live="polite">
        {reading === null ? null : (
          <div className="exchange-acts">
            <p>
              Reading <bdi>{reading.name}</bdi>…{reading.waiting === 0 ? '' : ` ${counted(reading.waiting, 'file')} to come.`}
            </p>
            <progress aria-label="Reading" />
            <button className="btn" type="button" onClick={stop}>
              Stop
            </button>
          </div>
        )}
      </div>
      {device === null || device.account === null ? null : <ArchiveImport plan={archive} />}
      {items.length === 0 ? null : (
        <section aria-labelledby="was-read">
          <h2 className="section" id="was-read">
            Files read
          </h2>
          <ImportList items={items} isBusy={making !== null} onChoose={choose} />
          <div className="exchange-acts">
            <button
              className="btn primary"
              type="button"
              disabled={device === null || chosenTexts.length === 0 || making !== null || reading !== null}
              onClick={() => void makeAll().catch(reportError)}
            >
              {chosenTexts.length === 1 ? 'Create 1 draft' : `Create ${chosenTexts.length} drafts`}
            </button>
            <button className="btn" type="button" disabled={making !== null} onClick={() => forget(new Set(items.map(({ key }) => key)))}>
              Clear list
            </button>
            {device === null ? <p className="meta soft">Loading from this device…</p> : null}
          </div>
        </section>
      )}
      <p role="status">{making === null ? '' : `Creating drafts: ${making.done} of ${making.all}…`}</p>
      {made.length === 0 ? null : <MadeDrafts made={made} />}
      {items.length > 0 || made.length > 0 ? null : (
        <p className="meta soft">
          To download your texts, use <a href={links.exportTexts()}>Export</a>.
        </p>
      )}
    </div>
  )
}

function MadeDrafts({ made }: { readonly made: readonly Made[] }) {
  return (
    <section aria-labelledby="made">
      <h2 className="section" id="made">
        {made.length === 1 ? '1 draft created' : `${made.length} drafts created`}
      </h2>
      <ul className="plain-list">
        {made.map(({ postId, title, lang, lostPictures }) => (
          <li key={postId}>
            <a href={links.editPost(postId)} lang={lang} dir="auto">
              {title === '' ? 'Untitled' : title}
            </a>
            {lostPictures.length === 0 ? null : (
              <p className="why">
                {counted(lostPictures.length, 'picture')} couldn’t be added. {lostPictures[0]}
              </p>
            )}
          </li>
        ))}
      </ul>
      <p>
        They’re saved on this device and will sync when you’re online. <a href={links.drafts()}>All drafts</a>
      </p>
    </section>
  )
}

interface LaunchQueue {
  setConsumer(consumer: (params: { readonly files?: readonly { getFile(): Promise<File> }[] }) => void): void
}

/** Files that were opened with the installed app (`file_handlers` of the manifest). */
function receiveOpenedFiles(read: (files: readonly ReturnType<typeof chosen>[]) => void): void {
  // Chromium alone has it; the standard types do not.
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files = [] }) => {
    Promise.all(files.map((handle) => handle.getFile())).then((found) => {
      if (found.length > 0) read(found.map(chosen))
    }, reportError)
  })
}

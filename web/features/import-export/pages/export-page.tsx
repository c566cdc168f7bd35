import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { links } from '#shared/links.ts'
import { byteWords } from '../../../blocks/byte-words.ts'
import { counted } from '../../../blocks/counts.ts'
import { useIsOnline } from '../../../data/connection.ts'
import { useDevice, useFromDevice } from '../../../data/device/use-device.ts'
import { useLocation } from '../../../data/navigation.ts'
import { useSite } from '../../../data/site.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ownTexts, type OwnText } from '../collect-texts.ts'
import { LossList } from '../parts/losses.tsx'
import { ToolsNote } from '../parts/tools-note.tsx'
import { useExport, type ExportAsked, type ExportState } from '../use-export.ts'
import type { ExportFormat } from '../worker/messages.ts'

const formats: readonly { readonly name: Exclude<ExportFormat, 'everything'>; readonly title: string; readonly words: string }[] = [
  { name: 'markdown', title: 'Markdown', words: 'A ZIP of texts with their pictures. You can import it again without losing anything.' },
  { name: 'html', title: 'HTML', words: 'One self-contained page; print it to make a PDF.' },
  { name: 'docx', title: 'Word', words: 'Formulas are kept as TeX.' },
  { name: 'epub', title: 'EPUB', words: 'One book with a chapter per text.' },
]

/**
 * One's own texts as files. From what this device holds, also without a connection; the server
 * gives the rest.
 */
export default function ExportPage() {
  const device = useDevice()
  const { name, origin } = useSite()
  const { search } = useLocation()
  const isOnline = useIsOnline()
  const [texts] = useFromDevice(ownTexts)
  const asked = new URLSearchParams(search).get('postId')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [format, setFormat] = useState<Exclude<ExportFormat, 'everything'>>('markdown')
  const [isEverything, setEverything] = useState(false)
  const { state, make, stop, fail } = useExport()
  useEffect(() => {
    import('../exchange-styles.ts').catch(reportError)
  }, [])
  const only = asked === null ? undefined : texts?.find((text) => text.id === asked)
  const [isAlone, setAlone] = useState(true)
  const shown = only !== undefined && isAlone ? [only] : (texts ?? [])
  const chosen = shown.filter((text) => !left.has(text.id))

  const start = (asked: Pick<ExportAsked, 'ids' | 'scope' | 'format'>): void => {
    if (device === null) return
    make({ device, siteName: name, origin: origin || location.origin, ...asked }).catch((error: unknown) => {
      reportError(error)
      fail('Something went wrong. Try again, perhaps with fewer texts.')
    })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    start({ ids: chosen.map(({ id }) => id), scope: isEverything && isOnline ? 'all' : 'chosen', format })
  }
  const archive = (): void => start({ ids: (texts ?? []).map(({ id }) => id), scope: 'all', format: 'everything' })
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(left)
    if (isChosen) next.delete(id)
    else next.add(id)
    setLeft(next)
  }

  if (device !== null && device.account === null) {
    return (
      <div className="exchange">
        <h1 className="page-title">Export</h1>
        <p className="empty">
          Download what you’ve written as files. <a href={links.login({ returnTo: links.exportTexts() })}>Sign in</a>
        </p>
      </div>
    )
  }
  return (
    <div className="exchange">
      <h1 className="page-title">Export</h1>
      <p className="stand">Download what you’ve written, including drafts, in common formats.</p>
      <noscript>
        <p>Export needs JavaScript.</p>
      </noscript>
      <ToolsNote />
      {texts === undefined ? (
        <p className="soft">Loading from this device…</p>
      ) : texts.length === 0 && !isOnline ? (
        <p className="empty">None of your texts are on this device. Come back when you’re online.</p>
      ) : (
        <form onSubmit={submit}>
          <section aria-labelledby="export-texts">
            <h2 className="section" id="export-texts">
              Texts
            </h2>
            {shown.length === 0 ? <p className="soft">None of your texts are on this device.</p> : null}
            {shown.length < 2 ? null : (
              <div className="exchange-acts">
                <button className="btn" type="button" onClick={() => setLeft(new Set())}>
                  Select all
                </button>
                <button className="btn" type="button" onClick={() => setLeft(new Set(shown.map(({ id }) => id)))}>
                  Select none
                </button>
              </div>
            )}
            <ul className="plain-list exchange-list">
              {shown.map((text) => (
                <li key={text.id}>
                  <TextChoice text={text} isChosen={!left.has(text.id)} onChoose={choose} />
                </li>
              ))}
            </ul>
            {only !== undefined && isAlone ? (
              <p>
                <button className="linkish" type="button" onClick={() => setAlone(false)}>
                  Show all my texts
                </button>
              </p>
            ) : (
              <label className="exchange-pick">
                <input
                  type="checkbox"
                  checked={isEverything && isOnline}
                  disabled={!isOnline}
                  onChange={(event) => setEverything(event.currentTarget.checked)}
                />
                Include texts not on this device
                {isOnline ? null : <span className="meta soft">You need to be online.</span>}
              </label>
            )}
          </section>
          <section>
            <fieldset className="choice">
              <legend>Format</legend>
              {formats.map(({ name: value, title, words }) => (
                <label className="exchange-pick" key={value}>
                  <input type="radio" name="format" value={value} checked={format === value} onChange={() => setFormat(value)} />
                  {title}
                  <span className="meta soft">{words}</span>
                </label>
              ))}
            </fieldset>
          </section>
          <div className="exchange-acts">
            <button
              className="btn primary"
              type="submit"
              disabled={device === null || (chosen.length === 0 && !(isEverything && isOnline)) || state.kind === 'working'}
            >
              Create file
            </button>
          </div>
        </form>
      )}
      <section aria-labelledby="export-everything">
        <h2 className="section" id="export-everything">
          Everything of yours
        </h2>
        <p className="stand">
          One ZIP with your texts in Markdown, and your comments, messages, votes, settings and pictures as JSON with a description of each
          field.
        </p>
        <div className="exchange-acts">
          <button className="btn" type="button" disabled={device === null || !isOnline || state.kind === 'working'} onClick={archive}>
            Create archive
          </button>
          {isOnline ? null : <span className="meta soft">You need to be online.</span>}
        </div>
      </section>
      <Outcome state={state} texts={texts ?? []} onStop={stop} />
    </div>
  )
}

interface TextChoiceProps {
  readonly text: OwnText
  readonly isChosen: boolean
  readonly onChoose: (id: string, isChosen: boolean) => void
}

function TextChoice({ text, isChosen, onChoose }: TextChoiceProps) {
  return (
    <label className="exchange-pick">
      <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(text.id, event.currentTarget.checked)} />
      <span lang={text.lang} dir="auto">
        {text.title === '' ? 'Untitled' : text.title}
      </span>
      <span className="meta soft">
        {text.isDraft ? 'Draft' : 'Published'}
        {text.words === 0 ? '' : `, ${counted(text.words, 'word')}`}
      </span>
    </label>
  )
}

interface OutcomeProps {
  readonly state: ExportState
  readonly texts: readonly OwnText[]
  readonly onStop: () => void
}

function Outcome({ state, texts, onStop }: OutcomeProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const url = state.kind === 'made' ? state.url : null
  useEffect(() => {
    // It was asked for by a press of a button; the link stays for whoever stopped the download.
    if (url !== null) link.current?.click()
  }, [url])
  return (
    <div role="status">
      {state.kind === 'working' ? (
        <div className="exchange-acts">
          <p>
            {state.words}
            {state.all > 0 ? `: ${state.done} of ${state.all}` : ''}…
          </p>
          <progress aria-label={state.words} max={Math.max(1, state.all)} value={state.done} />
          <button className="btn" type="button" onClick={onStop}>
            Stop
          </button>
        </div>
      ) : null}
      {state.kind === 'failed' ? (
        <Notice kind="danger">
          <p>{state.words}</p>
        </Notice>
      ) : null}
      {state.kind === 'made' ? (
        <section aria-labelledby="made-file">
          <h2 className="section" id="made-file">
            The file
          </h2>
          <p>
            <a ref={link} className="btn" href={state.url} download={state.file.name}>
              Save {state.file.name}
            </a>{' '}
            <span className="meta soft">{byteWords(state.file.blob.size)}</span>
          </p>
          {state.missing.length === 0 ? null : (
            <Notice kind="warm">
              <p>
                {counted(state.missing.length, 'text')} couldn’t be downloaded{state.isCutShort ? ' because the server is unreachable' : ''}
                : {state.missing.map((id) => texts.find((text) => text.id === id)?.title || 'Untitled').join(', ')}
              </p>
            </Notice>
          )}
          {state.isCutShort && state.missing.length === 0 ? (
            <Notice kind="warm">
              <p>The server is unreachable: the file contains only what’s on this device.</p>
            </Notice>
          ) : null}
          <LossList losses={state.file.dropped} of="the file" />
        </section>
      ) : null}
    </div>
  )
}

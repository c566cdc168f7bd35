import type { FormEvent } from 'react'
import { useState } from 'react'
import { links } from '#shared/links.ts'
import { googleAddress } from '#shared/formats/google-address.ts'
import { ask, useIsOnline } from '../../../data/connection.ts'
import type { ChosenFile } from '../use-import.ts'

const wordsByStatus: Readonly<Record<number, string>> = {
  401: 'You’re signed out. Sign in and try again.',
  403: 'You can’t do this.',
  404: 'Google can’t find this document, or it isn’t shared with anyone who has the link.',
  413: 'The document is larger than 20 MB. Export it from Google Docs as a file instead.',
  429: 'You’ve imported many documents in the last hour. Try again later, or export it from Google Docs as a file.',
}

/**
 * A document of Google Docs by its address: the server fetches it, since pages may not ask other
 * sites for anything.
 */
export function GoogleForm({ onFile }: { readonly onFile: (file: ChosenFile) => void }) {
  const isOnline = useIsOnline()
  const [why, setWhy] = useState('')
  const [isAsking, setAsking] = useState(false)

  async function fetchIt(form: HTMLFormElement): Promise<void> {
    const address = String(new FormData(form).get('address') ?? '').trim()
    if (googleAddress(address) === null) {
      setWhy('That isn’t a Google Docs URL. It starts with https://docs.google.com/document/d/.')
      return
    }
    setAsking(true)
    setWhy('')
    try {
      const response = await ask(links.importGoogle(), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ address }),
      })
      if (!response.ok)
        setWhy(wordsByStatus[response.status] ?? 'Google didn’t return the document. Export it there as a file and choose that.')
      else {
        const bytes = new Uint8Array(await response.arrayBuffer())
        onFile({ name: 'Google document.html', size: bytes.length, bytes: () => Promise.resolve(bytes) })
        form.reset()
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      setWhy('The server is unreachable. Try again when you’re online.')
    } finally {
      setAsking(false)
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    fetchIt(event.currentTarget).catch(reportError)
  }
  return (
    <form className="inline-form" onSubmit={submit}>
      <label htmlFor="google-address">Google Docs URL</label>
      <input
        className="input"
        id="google-address"
        name="address"
        type="url"
        required
        disabled={!isOnline}
        placeholder="https://docs.google.com/document/d/…"
        aria-invalid={why !== ''}
        aria-describedby="google-hint"
      />
      <button className="btn" type="submit" disabled={!isOnline || isAsking}>
        {isAsking ? 'Fetching…' : 'Fetch'}
      </button>
      <p id="google-hint" className={why === '' ? 'meta soft' : 'why'} role={why === '' ? undefined : 'alert'}>
        {why !== ''
          ? why
          : isOnline
            ? 'It must be published to the web or shared with anyone who has the link.'
            : 'You need to be online. Exported files can be imported offline.'}
      </p>
    </form>
  )
}

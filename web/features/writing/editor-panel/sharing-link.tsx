import { useId, useState } from 'react'
import { links } from '#shared/links.ts'
import type { LinkShare, ShareLevel } from '#shared/posts/shares.ts'
import { shareLevels } from '#shared/posts/shares.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { isShareLevel, levelNames } from './sharing-words.ts'

interface SharingLinkProps {
  readonly postId: string
  readonly title: string
  readonly link: LinkShare | undefined
  /** `null` for whoever may see the link and not change it. */
  readonly onLink: ((link: LinkShare, words: string) => void) | null
}

/** The link with which whoever has it takes part, and what it lets them do. */
export function SharingLink({ postId, title, link, onLink }: SharingLinkProps) {
  const id = useId()
  const [message, setMessage] = useState('')
  const level: ShareLevel = link?.level ?? 'none'
  const address = link === undefined || level === 'none' ? null : `${location.origin}${links.sharedDraft(postId, link.key)}`
  const copy = async () => {
    if (address === null) return
    try {
      await navigator.clipboard.writeText(address)
      setMessage('Copied.')
    } catch {
      setMessage('Couldn’t copy. Select the link in the field.')
    }
  }
  const hand = async () => {
    if (address === null) return
    // Whoever changes their mind has not failed.
    await navigator.share({ title, url: address }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setMessage('Couldn’t share. Copy the link.')
    })
  }
  return (
    <div className="field">
      <label htmlFor={id}>Anyone with the link</label>
      <select
        className="input"
        id={id}
        value={level}
        disabled={onLink === null}
        onChange={({ target: { value } }) => {
          if (!isShareLevel(value)) return
          onLink?.(
            { level: value, key: link?.key ?? freshId() },
            value === 'none' ? 'The link is off. People who used it no longer have access.' : `${levelNames[value]}, with the link.`,
          )
        }}
      >
        {shareLevels.map((each) => (
          <option key={each} value={each}>
            {levelNames[each]}
          </option>
        ))}
      </select>
      {address === null ? null : (
        <>
          <label className="sr" htmlFor={`${id}-address`}>
            Link to this draft
          </label>
          <input
            className="input"
            id={`${id}-address`}
            readOnly
            dir="ltr"
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className="write-acts">
            <button className="btn" type="button" onClick={() => void copy().catch(reportError)}>
              Copy link
            </button>
            {typeof navigator.share === 'function' ? (
              <button className="btn" type="button" onClick={() => void hand().catch(reportError)}>
                Share link
              </button>
            ) : null}
            {onLink === null ? null : (
              <button
                className="btn quiet"
                type="button"
                onClick={() => onLink({ level, key: freshId() }, 'There is a new link. The old one no longer works.')}
              >
                Make a new link
              </button>
            )}
          </div>
        </>
      )}
      <p className="hint-line" role="status">
        {message}
      </p>
    </div>
  )
}

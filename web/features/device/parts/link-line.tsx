import { links } from '#shared/links.ts'
import { useIsOnline } from '../../../data/connection.ts'
import { useDeviceState } from '../../../data/device-state.ts'
import { Notice } from '../../../ui/notice.tsx'
import { exactTime } from '../../../ui/time-words.ts'
import { saveAsFile } from '../../../blocks/save-as-file.ts'
import { useDevice } from '../../../data/device/use-device.ts'

interface LinkLineProps {
  readonly words: string | null
  /** ms since 1970; `null` while the account is not banned, as far as is known. */
  readonly suspendedUntil: number | null
}

/** How this device stands to the server, in words, and what can be done about it. */
export function LinkLine({ words, suspendedUntil }: LinkLineProps) {
  const isOnline = useIsOnline()
  const { link, trouble, status } = useDeviceState()
  const device = useDevice()
  const said = words ?? (suspendedUntil === null ? linkWords[link] : null)
  const download = async () => {
    if (device !== null) saveAsFile(await device.exportUnsent(), 'unsent-work.md', 'text/markdown')
  }
  return (
    <>
      <p className={isOnline && said === null ? 'sr' : 'link-line meta'}>
        <span className={words === null ? 'soft' : 'state-word'} role="status">
          {isOnline ? said : `Offline${words === null ? '' : `. ${words}`}`}
        </span>
        {device !== null && words !== null && link !== 'auth' && link !== 'old' ? (
          <button type="button" className="linkish" onClick={() => device.nudge()}>
            Try now
          </button>
        ) : null}
        {link === 'auth' && suspendedUntil === null ? (
          <a className="linkish" href={links.login({ returnTo: links.outbox() })}>
            Sign in to the same account
          </a>
        ) : null}
        {link === 'old' ? (
          <button type="button" className="linkish" onClick={() => location.reload()}>
            Reload
          </button>
        ) : null}
      </p>
      {link === 'auth' && suspendedUntil !== null ? (
        <Notice kind="warm">
          A moderator has suspended this account until {exactTime(suspendedUntil, 'own')}. Your unsent text stays on this device. It will be
          sent when you sign in after that; you can copy it here or{' '}
          <button type="button" className="linkish" onClick={() => void download()}>
            download it
          </button>
          .
        </Notice>
      ) : null}
      {trouble === null ? null : <Notice kind={status === 'lost' ? 'danger' : 'warm'}>{trouble.words}</Notice>}
    </>
  )
}

const linkWords = {
  off: null,
  connecting: null,
  on: null,
  auth: 'You were signed out elsewhere.',
  old: 'This page is out of date. Reload it to continue.',
} as const

import { links } from '#shared/links.ts'
import { useIsOnline } from '../../../data/connection.ts'
import { useDeviceState } from '../../../data/device-state.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useDevice } from '../use-device.ts'

/** How this device stands to the server, in words, and what can be done about it. */
export function LinkLine({ words }: { readonly words: string | null }) {
  const isOnline = useIsOnline()
  const { link, trouble, status } = useDeviceState()
  const device = useDevice()
  const said = words ?? linkWords[link]
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
        {link === 'auth' ? (
          <a className="linkish" href={links.login({ returnTo: links.outbox() })}>
            Sign in with the same account
          </a>
        ) : null}
        {link === 'old' ? (
          <button type="button" className="linkish" onClick={() => location.reload()}>
            Reload
          </button>
        ) : null}
      </p>
      {trouble === null ? null : <Notice kind={status === 'lost' ? 'danger' : 'warm'}>{trouble.words}</Notice>}
    </>
  )
}

const linkWords = {
  off: null,
  connecting: null,
  on: null,
  auth: 'You have been signed out elsewhere.',
  old: 'This page is older than the site. Reload it before you go on.',
} as const

import type { LockedOut } from '../../../data/locked-out.ts'
import { links } from '#shared/links.ts'
import { useIsOnline } from '../../../data/connection.ts'
import { canSignIn } from '../../../data/locked-out.ts'
import { useDeviceState } from '../../../data/device-state.ts'
import { Notice } from '../../../ui/notice.tsx'
import { exactTime } from '../../../ui/time-words.ts'
import { saveAsFile } from '../../../blocks/save-as-file.ts'
import { useDevice } from '../../../data/device/use-device.ts'

interface LinkLineProps {
  readonly words: string | null
  readonly lockedOut: LockedOut | null
}

/** How this device stands to the server, in words, and what can be done about it. */
export function LinkLine({ words, lockedOut }: LinkLineProps) {
  const isOnline = useIsOnline()
  const { link, trouble, status } = useDeviceState()
  const device = useDevice()
  const said = words ?? (lockedOut === null ? linkWords[link] : null)
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
        {link === 'auth' && canSignIn(lockedOut) ? (
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
      {link === 'auth' && lockedOut !== null ? (
        <Notice kind="warm">
          {whyLockedOut(lockedOut)} Your unsent text stays on this device. {whatThen[lockedOut.kind]}; you can copy it here or{' '}
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

function whyLockedOut(lockedOut: LockedOut): string {
  if (lockedOut.kind === 'suspended') return `A moderator has suspended this account until ${exactTime(lockedOut.until, 'own')}.`
  return lockedOut.kind === 'deactivated' ? 'This account is deactivated.' : 'This account was deleted.'
}

const whatThen = {
  suspended: 'It will be sent when you sign in after that',
  deactivated: 'It will be sent when you sign in and bring the account back',
  erased: 'It can’t be sent any more',
} as const

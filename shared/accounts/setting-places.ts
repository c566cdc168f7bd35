/** Where each setting of a member stands, so that a mail can lead to the very one it names. */
import { links } from '../links.ts'
import { lookNames } from '../reading/look.ts'
import { noticeTypesInOrder } from '../notifications/all-types.ts'
import { noticeFlags } from '../notifications/settings.ts'

const onAccount: Readonly<Record<string, { readonly tab?: string; readonly id: string }>> = {
  email: { id: 'email-title' },
  password: { id: 'password-title' },
  closing: { id: 'close-title' },
  displayName: { tab: 'profile', id: 'display-name' },
  bio: { tab: 'profile', id: 'bio' },
  links: { tab: 'profile', id: 'links' },
  picture: { tab: 'profile', id: 'picture-title' },
  passkeys: { tab: 'security', id: 'passkeys-title' },
  twoStep: { tab: 'security', id: 'two-step-title' },
  place: { tab: 'place', id: 'own-place' },
  mapPoint: { tab: 'place', id: 'map-point' },
  calendar: { tab: 'calendar', id: 'calendar-title' },
}

/**
 * The address of a setting's tab, with the setting as its target: the browser scrolls there and the
 * page marks it, without a script too. `null`: there is none of this name.
 */
export function settingPlace(name: string): string | null {
  if (Object.hasOwn(onAccount, name)) {
    const { tab, id } = onAccount[name] ?? { id: '' }
    return `${links.account(tab)}#${id}`
  }
  if ((lookNames as readonly string[]).includes(name)) return `${links.settings()}#look-${name}`
  if (Object.hasOwn(noticeFlags, name)) return `${links.notices({ tab: 'settings' })}#${name}`
  const isType = (noticeTypesInOrder as readonly string[]).includes(name)
  return isType ? `${links.notices({ tab: 'settings' })}#email-${name}` : null
}

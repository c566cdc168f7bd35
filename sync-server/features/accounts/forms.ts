import type { FormHandler } from '#server/http/ports.ts'
import type { AccountDesk } from './account-desk.ts'
import { adminForms } from './admin-forms.ts'
import { ownAccountForms } from './own-account-forms.ts'
import { recoveryForms } from './recovery-forms.ts'
import { signInForms } from './sign-in-forms.ts'

/** Every `accounts.*` form. */
export function accountForms(desk: AccountDesk): readonly (readonly [string, FormHandler])[] {
  return [...signInForms(desk), ...recoveryForms(desk), ...ownAccountForms(desk), ...adminForms(desk)]
}

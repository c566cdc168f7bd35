import type { FormHandler } from '#server/http/ports.ts'
import type { AccountTools } from './account-tools.ts'
import { adminForms } from './admin-forms.ts'
import { closureForms } from './closure-forms.ts'
import { emailForms } from './email-forms.ts'
import { mailedSignInForms } from './mailed-sign-in-forms.ts'
import { ownAccountForms } from './own-account-forms.ts'
import { passkeyForms } from './passkey-forms.ts'
import type { ProviderClient } from './provider-client.ts'
import { providerForms } from './provider-forms.ts'
import { recoveryForms } from './recovery-forms.ts'
import { secondFactorForms } from './second-factor-forms.ts'
import { signInForms } from './sign-in-forms.ts'

/** Every `accounts.*` form. */
export function accountForms(tools: AccountTools, provider: ProviderClient | null): readonly (readonly [string, FormHandler])[] {
  return [
    ...[...signInForms(tools), ...recoveryForms(tools), ...ownAccountForms(tools), ...secondFactorForms(tools)],
    ...[...emailForms(tools), ...closureForms(tools), ...passkeyForms(tools), ...adminForms(tools)],
    ...[...mailedSignInForms(tools), ...(provider === null ? [] : providerForms(tools, provider))],
  ]
}

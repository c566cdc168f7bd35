import { useState } from 'react'
import { useRefusedForm } from '../../../data/page.ts'
import { MailedCode, MailSignIn } from './mail-sign-in.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import type { AccountFormProps } from './pending-action.tsx'
import { ProviderSignIn } from './provider-sign-in.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Password, passkey, or a code by mail: once that is on its way, the field for it alone. */
export function SignInWays(props: AccountFormProps) {
  const asked = useRefusedForm('accounts.requestSignInMail')
  const typed = useRefusedForm('accounts.signInWithMailedCode')
  // Without a script the page comes with the answer.
  const answered = typed ?? (asked?.error === null ? asked : null)
  const [sentTo, setSentTo] = useState(answered?.values['email'] ?? null)
  if (sentTo !== null) return <MailedCode {...props} email={sentTo} />
  return (
    <>
      <SignInForm {...props} />
      <PasskeySignIn {...props} />
      <ProviderSignIn {...props} />
      <MailSignIn {...props} onSent={setSentTo} />
    </>
  )
}

import { links } from '#shared/links.ts'
import { usePage } from '../../../data/page.ts'
import type { loadResendVerification } from '../account.load.ts'
import { ResendVerification } from '../parts/resend-verification.tsx'

export default function ResendVerificationPage() {
  const { email, isVerified } = usePage<typeof loadResendVerification>()
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">Confirm your email</h1>
      {isVerified ? (
        <p>
          {email} is already confirmed. <a href={links.account()}>Your account</a>
        </p>
      ) : (
        <>
          <p>We’ll send a confirmation link to {email}.</p>
          <ResendVerification />
        </>
      )}
    </div>
  )
}

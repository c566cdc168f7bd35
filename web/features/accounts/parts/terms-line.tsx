import { links } from '#shared/links.ts'

/** Above every button that makes an account: pressing it agrees to the terms. */
export function TermsLine() {
  return (
    <p className="hint-line">
      By signing up you agree to the <a href={links.terms()}>terms of use</a>. The <a href={links.privacy()}>privacy page</a> says what is
      kept about you.
    </p>
  )
}

import { useBodies, usePage } from '../../../data/page.ts'
import { Body } from '../../../ui/body.tsx'
import { AboutText } from '../parts/about-text.tsx'
import { ContactText } from '../parts/contact-text.tsx'
import { FaqText } from '../parts/faq-text.tsx'
import { PageActs } from '../parts/page-acts.tsx'
import { PrivacyText } from '../parts/privacy-text.tsx'
import { TermsText } from '../parts/terms-text.tsx'
import type { SitePageLoad } from '../site-pages.load.ts'

/** A page about the site: a post that administrators have chosen, or its own text. */
export default function SitePage() {
  const { name, contactEmail, post } = usePage<SitePageLoad>()
  const bodies = useBodies()
  return (
    <article className="plain-text">
      {post === null ? (
        <>
          {name === 'about' ? <AboutText /> : null}
          {name === 'contact' ? <ContactText email={contactEmail} /> : null}
          {name === 'faq' ? <FaqText /> : null}
          {name === 'privacy' ? <PrivacyText /> : null}
          {name === 'terms' ? <TermsText /> : null}
        </>
      ) : (
        <>
          <h1 className="title" dir="auto">
            {post.title}
          </h1>
          <Body className="essay" html={bodies[post.id]} name={post.id} version={post.version} dir="auto" />
        </>
      )}
      <PageActs postId={post?.id ?? null} />
    </article>
  )
}

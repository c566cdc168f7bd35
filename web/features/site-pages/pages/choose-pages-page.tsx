import { EditableRows } from '../../../blocks/rows/editable-rows.tsx'
import { usePage } from '../../../data/page.ts'
import type { ChoosePagesLoad } from '../site-pages.load.ts'

const forms = {
  ...{ put: 'sitePages.put', remove: 'sitePages.remove' },
  removed: 'The page shows its default text again. The post is kept.',
}
const goalForms = {
  ...{ put: 'donationGoals.put', remove: 'donationGoals.remove' },
  removed: 'The progress bar is gone from the donation page.',
}

/** Where administrators choose which posts are shown as pages about the site. */
export default function ChoosePagesPage() {
  const { rows, fields, goals, goalFields } = usePage<ChoosePagesLoad>()
  return (
    <div className="narrow">
      <h1 className="page-title">Pages about the site</h1>
      <p className="stand">
        The pages /about, /contact, /faq, /privacy and /terms have default texts. Choose a published post to show in its place. Everyone who
        can edit that post can change the page. /donate exists only once you choose a post for it.
      </p>
      <EditableRows
        rows={rows}
        forms={forms}
        fields={fields}
        empty="No post is chosen. All pages show their default texts."
        create="Choose a post for a page"
      >
        {({ title, href, hasText, post }) => (
          <>
            <p className="row-title">
              <a href={href}>/{title}</a>
            </p>
            <p className="meta soft">
              {post !== null ? (
                <a href={post}>The post</a>
              ) : hasText ? (
                'The post isn’t public now, so the page shows its default text.'
              ) : (
                'The post isn’t public now, so the page says that this site takes no donations.'
              )}
            </p>
          </>
        )}
      </EditableRows>
      <h2 className="section">Donations</h2>
      <EditableRows
        rows={goals}
        forms={goalForms}
        fields={goalFields}
        empty="The page to donate shows no goal."
        create={goals.length > 0 ? null : 'Show a goal'}
      >
        {({ words }) => <p>{words}</p>}
      </EditableRows>
    </div>
  )
}

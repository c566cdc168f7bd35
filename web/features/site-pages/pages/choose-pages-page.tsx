import { EditableRows } from '../../../blocks/rows/editable-rows.tsx'
import { usePage } from '../../../data/page.ts'
import type { ChoosePagesLoad } from '../site-pages.load.ts'

const forms = {
  ...{ put: 'sitePages.put', remove: 'sitePages.remove' },
  removed: 'The page is again as it comes with the site. The post stays.',
}
const goalForms = {
  ...{ put: 'donationGoals.put', remove: 'donationGoals.remove' },
  removed: 'The page to donate shows no bar anymore.',
}

/** Where administrators choose which posts are shown as pages about the site. */
export default function ChoosePagesPage() {
  const { rows, fields, goals, goalFields } = usePage<ChoosePagesLoad>()
  return (
    <div className="narrow">
      <h1 className="page-title">Pages about the site</h1>
      <p className="stand">
        The pages /about, /contact, /faq, /privacy and /terms come with a text. Choose a published post to show in its place. Everyone who
        can edit that post can change the page. /donate has no text of its own: it is there once a post is chosen.
      </p>
      <EditableRows
        rows={rows}
        forms={forms}
        fields={fields}
        empty="No post is chosen. All pages show the text that comes with them."
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
                'The post isn’t public now, so the page shows the text that comes with it.'
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

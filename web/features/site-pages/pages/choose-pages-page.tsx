import { EditableRows } from '../../../blocks/rows/editable-rows.tsx'
import { usePage } from '../../../data/page.ts'
import type { ChoosePagesLoad } from '../site-pages.load.ts'

const forms = {
  ...{ put: 'sitePages.put', remove: 'sitePages.remove' },
  removed: 'The page shows the text that comes with the site again. The post stays.',
}

/** Where administrators choose which posts are shown as pages about the site. */
export default function ChoosePagesPage() {
  const { rows, fields } = usePage<ChoosePagesLoad>()
  return (
    <div className="narrow">
      <h1 className="page-title">Pages about the site</h1>
      <p className="stand">
        The pages /about, /contact, /faq, /privacy and /terms come with a text. Choose a published post to show in its place. Everyone who
        can edit that post can change the page.
      </p>
      <EditableRows
        rows={rows}
        forms={forms}
        fields={fields}
        empty="No post is chosen. All pages show the text that comes with them."
        create="Choose a post for a page"
      >
        {({ title, href, post }) => (
          <>
            <p className="row-title">
              <a href={href}>/{title}</a>
            </p>
            <p className="meta soft">
              {post === null ? 'The post isn’t public now, so the page shows the text that comes with it.' : <a href={post}>The post</a>}
            </p>
          </>
        )}
      </EditableRows>
    </div>
  )
}

import { archiveDocuments } from '#shared/archive/documents.ts'
import { ScrollBox } from '../../../ui/scroll-box.tsx'

/** Every kind of document, by the form of its name. */
export function Documents() {
  return (
    <ScrollBox label="Documents of the archive">
      <table>
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col">What it says</th>
          </tr>
        </thead>
        <tbody>
          {archiveDocuments.map(([table, words]) => (
            <tr key={table}>
              <td>
                <code>{table}:ID</code>
              </td>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

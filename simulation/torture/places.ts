/** Where a round types, found in the store of the example community. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Places } from './fields.ts'
import type { Round } from './plan.ts'

interface Comment {
  readonly id: string
  readonly postId: string
}

/**
 * Answers the places of a round; a comment that is changed by one is changed by no other. @param
 * userName whose own comments are changed
 */
export function placesIn(dataDir: string, userName: string): (round: Pick<Round, 'field' | 'place'>) => Places {
  const db = new DatabaseSync(join(dataDir, 'lyceum.sqlite'), { readOnly: true })
  const list = (sql: string, ...args: readonly string[]): readonly Readonly<Record<string, unknown>>[] => db.prepare(sql).all(...args)
  const member = String(list(`select "id" from "members" where json_extract("body", '$.userName') = ?`, userName)[0]?.['id'])
  const posts = list(`select "id", "c_slug" from "posts" where "deleted" = 0 and "c_status" = 'published'
    and json_extract("body", '$.kind') = 'post' and "c_slug" not like '%shortform' order by "id"`)
  const paths = new Map(posts.map(({ id, c_slug: slug }) => [String(id), `/posts/${String(id)}/${String(slug)}`]))
  // In a short thread nothing is folded.
  const threads = `select "c_postId" from "comments" where "deleted" = 0 group by "c_postId" having count(*) < 40`
  const comments = (condition: string): readonly Comment[] =>
    list(
      `select "id", "c_postId" from "comments" where "deleted" = 0 and ${condition} ?
        and "c_postId" in (${threads}) order by "id"`,
      member,
    )
      .map((row) => ({ id: String(row['id']), postId: String(row['c_postId']) }))
      .filter(({ postId }) => paths.has(postId))
  const [others, own] = [comments('"c_parentId" is null and "c_authorId" <>'), [...comments('"c_authorId" =')]]
  const pages = list(`select "c_slug" from "tags" where "deleted" = 0 and "c_slug" is not null order by "id"`).map((row) =>
    String(row['c_slug']),
  )
  const written = `select 1 from "conversations" c where c."deleted" = 0 and instr(c."body", m."id") > 0 and instr(c."body", ?) > 0`
  const recipients = list(
    `select "c_slug" from "members" m where "deleted" = 0 and "id" <> ? and not exists (${written})
      and json_extract("body", '$.userName') in ('yusuf', 'wim', 'hana', 'rufus', 'marit', 'teo') order by "id"`,
    ...[member, member],
  ).map((row) => String(row['c_slug']))
  db.close()
  return ({ field, place: at }) => {
    const answered = drawn(others, at)
    const changed = drawn(own, at)
    if (field === 'edit') own.splice(own.indexOf(changed), 1)
    return {
      post: paths.get(answered.postId) ?? '/',
      commentId: answered.id,
      ownCommentId: changed.id,
      ownPost: paths.get(changed.postId) ?? '/',
      wiki: `/w/${drawn(pages, at)}`,
      recipient: drawn(recipients, at),
      draft: null,
    }
  }
}

function drawn<Item>(items: readonly Item[], at: number): Item {
  const item = items[Math.floor(at * items.length)]
  if (item === undefined) throw new RangeError('the community has too little')
  return item
}

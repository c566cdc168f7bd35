import type { Post } from '#shared/posts/schema.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { tagSorts, wikiLimits } from '#shared/wiki/schema.ts'
import { Box, MutationForm, Was } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { gradeWords } from '../../../blocks/wiki/grade-words.ts'
import { tagSortWords } from '../../../blocks/wiki/tag-sort-words.ts'
import type { WikiEditorView } from './wiki-editor-view.ts'

interface KeeperFieldsProps {
  readonly post: Post
  readonly tag: Tag
  readonly keeper: NonNullable<WikiEditorView['keeper']>
}

/** What moderators set about a page (content.md 9.6). Only what was touched is written. */
export function KeeperFields({ post, tag, keeper }: KeeperFieldsProps) {
  return (
    <section className="after-form" aria-labelledby="about-keepers">
      <h2 className="section" id="about-keepers">
        For moderators
      </h2>
      <MutationForm name="wiki.setDetails" about={{ id: tag.id }} className="compose series-form">
        <Line name="pageSlug" label="URL" value={tag.slug ?? ''} hint="The last part of the URL. The old one redirects." most={100} />
        <Line name="shortName" label="Short name" value={tag.shortName} most={wikiLimits.shortName} />
        <Line name="subtitle" label="Subtitle" value={tag.subtitle} most={wikiLimits.subtitle} />
        {tag.lensOf === null ? (
          <>
            <Choice
              name="coreTagId"
              label="Core tag"
              value={tag.coreTagId ?? ''}
              options={[['', 'None'], ...keeper.cores.map(({ id, name }) => [id, name] as const)]}
            />
            <Choice
              name="parentTagId"
              label="Parent"
              value={tag.parentTagId ?? ''}
              options={[['', 'None'], ...keeper.parents.map(({ id, name }) => [id, name] as const)]}
            />
            <Box key={`core-${tag.isCore}`} name="isCore" isOn={tag.isCore}>
              Core tag
            </Box>
            <Box key={`type-${tag.isPostType}`} name="isPostType" isOn={tag.isPostType}>
              Post type tag
            </Box>
            <Box key={`filter-${tag.isSuggestedAsFilter}`} name="isSuggestedAsFilter" isOn={tag.isSuggestedAsFilter}>
              Suggested as a filter
            </Box>
            <Line name="order" label="Position" value={String(tag.order)} pattern="-?[0-9]{1,6}" hint="Lowest number first." />
            <Box key={`only-${tag.isWikiOnly}`} name="isWikiOnly" isOn={tag.isWikiOnly}>
              Page only, not a tag
            </Box>
            <Box key={`author-${tag.isAuthorOnly}`} name="isAuthorOnly" isOn={tag.isAuthorOnly}>
              Only authors and moderators can apply it
            </Box>
            <Box key={`hold-${tag.isRemovalResistant}`} name="isRemovalResistant" isOn={tag.isRemovalResistant}>
              Stays on a post while a moderator or trusted member supports it
            </Box>
            <Choice
              name="postsOrder"
              label="Post order"
              value={tag.postsOrder}
              options={tagSorts.map((sort) => [sort, tagSortWords[sort]] as const)}
            />
            <Line
              name="shownParagraphs"
              label="Paragraphs shown before “Read more”"
              value={String(tag.shownParagraphs)}
              pattern="[0-9]{1,3}"
              hint="0 means the default, four."
            />
            <Line name="introSequenceId" label="Intro sequence" value={tag.introSequenceId ?? ''} hint="The id from its URL." most={26} />
            <Line name="bannerUrl" label="Banner" value={tag.bannerUrl ?? ''} hint="URL of a picture uploaded to this site." most={300} />
            <Line
              name="squareUrl"
              label="Square picture"
              value={tag.squareUrl ?? ''}
              hint="URL of a picture uploaded to this site."
              most={300}
            />
          </>
        ) : null}
        <Choice name="grade" label="Grade" value={String(tag.grade)} options={Object.entries(gradeWords)} />
        <Box key={`review-${tag.needsReview}`} name="needsReview" isOn={tag.needsReview}>
          Needs review
        </Box>
        <div className="compose-acts">
          <button className="btn">Save</button>
        </div>
      </MutationForm>
      <WhoEdits post={post} editors={keeper.editors} />
    </section>
  )
}

function WhoEdits({ post, editors }: { readonly post: Post; readonly editors: string | null }) {
  const who = post.editing?.isAdminOnly === true ? 'admins' : editors === null ? 'all' : 'named'
  const choices = [
    ['all', 'Members with 1 karma or more'],
    ['named', 'These members and administrators'],
    ['admins', 'Administrators only'],
  ] as const
  return (
    <MutationForm key={`${who} ${editors} ${post.noIndex}`} name="wiki.setEditing" about={{ id: post.id }} className="compose series-form">
      <fieldset>
        <legend className="group-word">Who can edit</legend>
        {choices.map(([value, word]) => (
          <label key={value} className="check">
            <input type="radio" name="who" value={value} defaultChecked={value === who} /> {word}
          </label>
        ))}
      </fieldset>
      <TextField id="editors" name="editors" label="User names, separated by commas" defaultValue={editors ?? ''} autoComplete="off" />
      <label className="check">
        <input type="checkbox" name="noIndex" defaultChecked={post.noIndex} /> Hide from search engines
      </label>
      <div className="compose-acts">
        <button className="btn">Save</button>
      </div>
    </MutationForm>
  )
}

interface LineProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint?: string
  readonly most?: number
  readonly pattern?: string
}

function Line({ name, label, value, hint, most, pattern }: LineProps) {
  return (
    <>
      <TextField
        key={value}
        id={`keeper-${name}`}
        name={name}
        label={label}
        defaultValue={value}
        autoComplete="off"
        dir="auto"
        {...(hint !== undefined && { hint })}
        {...(most !== undefined && { maxLength: most })}
        {...(pattern !== undefined && { pattern })}
      />
      <Was name={name} value={value} />
    </>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [string, string])[]
}

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <div className="field" key={value}>
      <label htmlFor={`keeper-${name}`}>{label}</label>
      <select id={`keeper-${name}`} name={name} className="input" defaultValue={value}>
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
      <Was name={name} value={value} />
    </div>
  )
}

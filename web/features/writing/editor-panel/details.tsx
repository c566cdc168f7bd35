import type { FormEvent } from 'react'
import { useId, useState } from 'react'
import type { z } from 'zod/mini'
import { Language, PlainDate, Tags, WebAddress } from '#shared/posts/fields.ts'
import type { setPostDetail } from '#shared/posts/mutations.ts'
import type { Writing } from '#shared/posts/schema.ts'
import { kindFacts, postKinds } from '#shared/posts/kinds.ts'
import { isKind } from '../kinds.ts'
import { directionOf, languages } from '../languages.ts'
import { useTagsHint } from '../tags-hint.ts'

type Detail = z.infer<typeof setPostDetail.args>['detail']

export interface DetailsProps {
  readonly writing: Writing
  readonly onDetail: (detail: Detail) => Promise<void>
}

/**
 * What is said about a post beside its title and text. Each thing is kept as soon as it is chosen,
 * or its field is left.
 */
export function Details({ writing, onDetail }: DetailsProps) {
  const id = useId()
  const keep = (detail: Detail) => void onDetail(detail).catch(reportError)
  return (
    <div className="sheet-fields">
      <div className="two-fields">
        {isKind(writing.kind) ? (
          <div className="field">
            <label htmlFor={`${id}-kind`}>Kind</label>
            <select
              className="input"
              id={`${id}-kind`}
              value={writing.kind}
              onChange={({ target: { value } }) => {
                if (isKind(value)) keep({ field: 'kind', value })
              }}
            >
              {postKinds.map((name) => (
                <option key={name} value={name}>
                  {kindFacts({ kind: name }).name}
                </option>
              ))}
            </select>
          </div>
        ) : null}
        <div className="field">
          <label htmlFor={`${id}-lang`}>Language</label>
          <select
            className="input"
            id={`${id}-lang`}
            value={writing.lang}
            onChange={({ target: { value } }) => {
              if (Language.safeParse(value).success) keep({ field: 'lang', value })
            }}
          >
            {languages.some(([tag]) => tag === writing.lang) ? null : <option value={writing.lang}>{writing.lang}</option>}
            {languages.map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag} dir={directionOf(tag)}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <TagsField writing={writing} onDetail={onDetail} />
        <TypedField
          label="Original publication date"
          hint="1862, 1862-06 or 1862-06-01"
          wrong="Enter a valid date."
          value={writing.writtenOn ?? ''}
          read={(text) => (text === '' ? null : PlainDate.safeParse(text).data)}
          onValue={(value, base) => keep({ field: 'writtenOn', value, base })}
        />
      </div>
      <FrontPageField writing={writing} onDetail={onDetail} />
      <p className="check">
        <input
          id={`${id}-sides`}
          type="checkbox"
          checked={writing.sideNotes !== false}
          onChange={({ target: { checked } }) => keep({ field: 'sideNotes', value: checked })}
        />
        <label htmlFor={`${id}-sides`}>Show footnotes as side notes</label>
      </p>
    </div>
  )
}

export function TagsField({ writing, onDetail }: DetailsProps) {
  const hint = useTagsHint()
  return (
    <TypedField
      label="Tags"
      hint={hint}
      wrong="Use up to ten tags of up to 50 characters each."
      value={writing.tags.join(', ')}
      read={(text) => {
        const names = text.split(',').map((name) => name.trim())
        return Tags.safeParse(names.filter((name) => name !== '')).data
      }}
      onValue={(value, base) => void onDetail({ field: 'tags', value, base }).catch(reportError)}
    />
  )
}

/** Where a link post leads. */
export function LinkField({ writing, onDetail }: DetailsProps) {
  if (!kindFacts(writing).needsLink) return null
  return (
    <div id="link-field" tabIndex={-1}>
      <TypedField
        label="Link URL"
        hint="A full URL starting with https://"
        wrong="Enter a valid URL."
        type="url"
        value={writing.linkUrl ?? ''}
        read={(text) => (text === '' ? null : WebAddress.safeParse(text).data)}
        onValue={(value, base) => void onDetail({ field: 'linkUrl', value, base }).catch(reportError)}
      />
    </div>
  )
}

export function FrontPageField({ writing, onDetail }: DetailsProps) {
  const id = useId()
  if (kindFacts(writing).isEvent) return null
  return (
    <p className="check">
      <input
        id={id}
        type="checkbox"
        checked={writing.submitToFrontpage}
        onChange={({ target: { checked } }) => void onDetail({ field: 'submitToFrontpage', value: checked }).catch(reportError)}
      />
      <label htmlFor={id}>Allow on front page</label>
    </p>
  )
}

interface TypedFieldProps<Value> {
  readonly label: string
  readonly hint: string
  /** Said under the field when what is in it cannot be kept. */
  readonly wrong: string
  readonly type?: 'text' | 'url'
  readonly value: string
  /** `undefined` for what is none. */
  readonly read: (text: string) => Value | undefined
  /** `base`: what stood there when typing began. */
  readonly onValue: (value: Value, base: Value | undefined) => void
}

function TypedField<Value>({ label, hint, wrong, type = 'text', value, read, onValue }: TypedFieldProps<Value>) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [base, setBase] = useState(value)
  const [isWrong, setWrong] = useState(false)
  const leave = (event: FormEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value.trim()
    if (typed === null) return
    const found = read(text)
    setWrong(found === undefined)
    if (found === undefined) return
    setTyped(null)
    if (text !== value) onValue(found, read(base))
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <p className="hint-line" id={`${id}-hint`}>
        {hint}
      </p>
      <input
        className="input"
        id={id}
        type={type}
        value={typed ?? value}
        aria-describedby={isWrong ? `${id}-hint ${id}-wrong` : `${id}-hint`}
        aria-invalid={isWrong || undefined}
        onChange={(event) => {
          if (typed === null) setBase(value)
          setTyped(event.target.value)
        }}
        onBlur={leave}
      />
      {isWrong ? (
        <p className="field-error" id={`${id}-wrong`}>
          {wrong} Your text stays here until you fix it.
        </p>
      ) : null}
    </div>
  )
}

import type { RecommendSettings } from '#shared/feed/settings-schema.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { useSendForm } from '../../../data/send-form.ts'

const choices = [
  ['isUnreadOnly', 'Unread posts only'],
  ['includesPersonal', 'Include personal posts'],
  ['hidesCurated', 'Exclude curated posts'],
  ['hidesArchive', 'Exclude posts from the archive'],
] as const

/** How a member wants their recommendations made; folded to one line. */
export function RecommendForm({ settings }: { readonly settings: RecommendSettings }) {
  const { form, from, state, error } = useSendForm('feed.setRecommend', { onDone: () => {} })
  return (
    <details className="controls">
      <summary>
        <span className="sr">Recommendations: </span>
        {settings.isUnreadOnly ? 'Unread posts' : 'Read or unread'}, {settings.method === 'top' ? 'the best ones' : 'some of the good ones'}
      </summary>
      <form {...form}>
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
        <div className="field">
          <label htmlFor="method">From the archive</label>
          <select className="input" id="method" name="method" defaultValue={settings.method}>
            <option value="sample">A different selection each day</option>
            <option value="top">The best ones</option>
          </select>
        </div>
        {choices.map(([name, word]) => (
          <p className="check" key={name}>
            <input id={name} type="checkbox" name={name} value="true" defaultChecked={settings[name]} />
            <label htmlFor={name}>{word}</label>
          </p>
        ))}
        <button className="btn">Save</button>
      </form>
    </details>
  )
}

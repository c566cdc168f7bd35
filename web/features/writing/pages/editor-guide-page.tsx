import { links } from '#shared/links.ts'
import { embedTitles } from '#shared/text/embeds.ts'
import { guideBlocks, guideKeys } from '../parts/guide-facts.ts'
import { MarkdownList } from '../parts/markdown-help.tsx'

/** The editor explained: what a text can hold, the keys, and the Markdown that says the same. */
export default function EditorGuidePage() {
  return (
    <article className="plain-text">
      <h1 className="title">Writing here</h1>
      <div className="essay">
        <p>
          You write on the page as readers will see it. Everything is kept on your device as you type, with or without a network, and sent
          when it can be. <a href={links.newPost()}>Begin an essay</a>, or go on with <a href={links.drafts()}>one of your drafts</a>.
        </p>
        <h2 id="blocks">What a text can hold</h2>
        <p>“Insert” in the bar has all of it; so has “/” at the start of a word, with a few letters of its name.</p>
        <dl className="guide-list">
          {guideBlocks.map(([name, label, words]) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                {words}
                {name === 'embed' ? ` Known are ${embedTitles.join(', ')}.` : ''}
              </dd>
            </div>
          ))}
        </dl>
        <h2 id="keys">Keys</h2>
        <p>On a Mac, Cmd stands in for Ctrl.</p>
        <dl className="guide-list">
          {guideKeys.map(([keys, does]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <h2 id="markdown">Markdown</h2>
        <p>The same signs work while you type, in what you paste, in files that you bring, and in comments.</p>
        <div className="md-help">
          <MarkdownList />
        </div>
      </div>
    </article>
  )
}

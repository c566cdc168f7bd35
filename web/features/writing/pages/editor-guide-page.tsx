import { links } from '#shared/links.ts'
import { embedTitles } from '#shared/text/embeds.ts'
import { guideBlocks, guideKeys } from '../parts/guide-facts.ts'
import { MarkdownList } from '../parts/markdown-help.tsx'

/** The editor explained: what a text can hold, the keys, and the Markdown that says the same. */
export default function EditorGuidePage() {
  return (
    <article className="plain-text">
      <h1 className="title">Editor guide</h1>
      <div className="essay">
        <p>
          You write on the page as readers will see it. Your text is saved on this device as you type, online or offline, and synced when
          possible. <a href={links.newPost()}>Start an essay</a>, or continue <a href={links.drafts()}>one of your drafts</a>.
        </p>
        <h2 id="blocks">Blocks</h2>
        <p>Use Insert in the toolbar, or type “/” and the first letters of a block’s name.</p>
        <dl className="guide-list">
          {guideBlocks.map(([name, label, words]) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                {words}
                {name === 'embed' ? ` Supported sites: ${embedTitles.join(', ')}.` : ''}
              </dd>
            </div>
          ))}
        </dl>
        <h2 id="keys">Keyboard shortcuts</h2>
        <p>On a Mac, use Cmd instead of Ctrl.</p>
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
        <p>Markdown works as you type, when you paste, in imported files and in comments.</p>
        <div className="md-help">
          <MarkdownList />
        </div>
      </div>
    </article>
  )
}

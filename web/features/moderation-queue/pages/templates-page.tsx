import { links } from '#shared/links.ts'
import { ActionForm } from '../../../blocks/forms/action-form.tsx'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { TemplateForm } from '../parts/template-form.tsx'
import { templateKindWords } from '../template-words.ts'
import type { loadTemplates } from '../templates.load.ts'

/** Text that moderators send again and again, by what it is for. */
export default function TemplatesPage() {
  const { isDeleted, kinds, placeholders } = usePage<typeof loadTemplates>()
  return (
    <div className="series-edit">
      <h1 className="page-title">Moderation templates</h1>
      <p className="meta soft">
        Moderators pick these in the <a href={links.supermod()}>queue</a> and edit them before sending. Placeholders:{' '}
        {placeholders.map((name) => `{{${name}}}`).join(', ')}.
      </p>
      <Tabs
        label="Templates"
        tabs={[
          { href: links.moderationTemplates(), word: 'In use', isCurrent: !isDeleted },
          { href: links.moderationTemplates({ deleted: true }), word: 'Deleted', isCurrent: isDeleted },
        ]}
      />
      {isDeleted ? null : <TemplateForm key={kinds.length} template={null} />}
      {kinds.length === 0 ? <p className="empty">{isDeleted ? 'No deleted templates.' : 'No templates yet.'}</p> : null}
      {kinds.map(({ kind, labels }) => (
        <section key={kind} aria-labelledby={`kind-${kind}`}>
          <h2 className="section" id={`kind-${kind}`}>
            {templateKindWords[kind]}
          </h2>
          {labels.map(({ label, templates }) => (
            <div key={label}>
              {label === '' ? null : (
                <h3 className="meta soft" dir="auto">
                  {label}
                </h3>
              )}
              <ul className="plain-list">
                {templates.map((template) => (
                  <li key={template.id} id={template.id}>
                    <p dir="auto">
                      <strong>{template.name}</strong>
                    </p>
                    <p className="bio soft" dir="auto">
                      {template.contents}
                    </p>
                    {isDeleted ? null : <TemplateForm template={template} />}
                    <ActionForm
                      name="moderationTemplates.setDeleted"
                      about={{ id: template.id, isDeleted: String(!isDeleted) }}
                      of={template.name}
                    >
                      {isDeleted ? 'Restore' : 'Delete'}
                    </ActionForm>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}

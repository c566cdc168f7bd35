import type { PageData } from '#shared/pages/page-data.ts'
import { templatesBy } from '#shared/moderation-queue/queries.ts'
import { canWorkQueue } from '#shared/moderation-queue/rules.ts'
import type { ModerationTemplate } from '#shared/moderation-queue/schema.ts'
import { queueLimits, templateKinds } from '#shared/moderation-queue/schema.ts'
import { placeholders } from '#shared/moderation-queue/template-text.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { authorizePage } from '../../data/answer.ts'

export type TemplateView = Pick<ModerationTemplate, 'id' | 'name' | 'kind' | 'groupLabel' | 'order' | 'contents'>

/** `/admin/moderationTemplates`: by kind and label; `?deleted=true`: those that were deleted. */
export async function loadTemplates({ read, viewer }: PageData, { url }: LoadRequest) {
  authorizePage(canWorkQueue(viewer))
  const isDeleted = url.searchParams.get('deleted') === 'true'
  const found = await read.list(templatesBy(isDeleted))
  return {
    head: { title: 'Moderation templates', robots: 'noindex' as const },
    isDeleted,
    /** Kinds without any are left out. */
    kinds: templateKinds.flatMap((kind) => {
      const some = found.filter((template) => template.kind === kind)
      return some.length === 0 ? [] : [{ kind, labels: byLabel(some) }]
    }),
    placeholders,
    limits: { name: queueLimits.templateName, text: queueLimits.templateText },
  }
}

/** Labels in the order of their first template. */
function byLabel(found: readonly ModerationTemplate[]) {
  const labels = new Map<string, TemplateView[]>()
  for (const { id, name, kind, groupLabel, order, contents } of found) {
    const listed = labels.get(groupLabel) ?? []
    labels.set(groupLabel, [...listed, { id, name, kind, groupLabel, order, contents }])
  }
  return [...labels].map(([label, templates]) => ({ label, templates }))
}

export const loads: Loads = { '/admin/moderationTemplates': loadTemplates }

import type { TemplateKind } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { moderationTemplates, queueLimits } from './schema.ts'

export const templatesBy = (isDeleted: boolean) =>
  defineQuery({
    ...{ table: moderationTemplates, index: ['isDeleted', 'order'], equals: [isDeleted] },
    ...{ order: 'ascending', limit: queueLimits.templates + 1 },
  })

export const templatesOf = (kind: TemplateKind) =>
  defineQuery({
    ...{ table: moderationTemplates, index: ['kind', 'isDeleted', 'order'], equals: [kind, false] },
    ...{ order: 'ascending', limit: queueLimits.templates },
  })

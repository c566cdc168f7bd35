import type { TemplateKind } from '#shared/moderation-queue/schema.ts'

export const templateKindWords: Readonly<Record<TemplateKind, string>> = {
  messages: 'Messages',
  comments: 'Comments',
  rejections: 'Rejections',
}

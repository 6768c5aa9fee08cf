import { applicationNews } from './application-news.ts'
import { defineEvent } from './event.ts'

export const applicationChangesRequested = defineEvent({
  object: 'application',
  notice: applicationNews('Something to fix'),
})

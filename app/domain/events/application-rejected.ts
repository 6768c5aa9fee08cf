import { applicationNews } from './application-news.ts'
import { defineEvent } from './event.ts'

export const applicationRejected = defineEvent({ object: 'application', notice: applicationNews('Not approved') })

import { applicationNews } from './application-news.ts'
import { defineEvent } from './event.ts'

export const applicationApproved = defineEvent({ object: 'application', notice: applicationNews('You are approved') })

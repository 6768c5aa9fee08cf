import { showDateTime } from '#app/platform/dates.ts'

/** What a form that mails codes answers to somebody who asks for too many. */
export function tooManyCodesUntil(freeAt: Date): string {
  return `You asked for too many codes. You can ask for the next one from ${showDateTime(freeAt)}.`
}

export function codeTooSoon(waitSeconds: number): string {
  return `A code was sent a moment ago. Please try again in ${waitSeconds} seconds.`
}

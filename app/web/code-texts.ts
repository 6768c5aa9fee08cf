/** What a form that mails codes answers to somebody who asks for too many. */
export const TOO_MANY_CODES = 'You asked for too many codes. Please try again later.'

export function codeTooSoon(waitSeconds: number): string {
  return `A code was sent a moment ago. Please try again in ${waitSeconds} seconds.`
}

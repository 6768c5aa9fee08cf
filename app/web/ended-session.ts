import { to, withQuery } from '#app/links.ts'
import { showToast } from '#app/ui/toast-store.ts'

/** Whether a page's script is told that its person has no session: by 401, or by the sign-in page, to which the server sends such people. */
export const isSignedOut = (answer: Response): boolean =>
  answer.status === 401 ||
  (answer.redirected && new Set<string>([to.signIn, to.staffSignIn]).has(new URL(answer.url).pathname))

/** Sign-in, with the way back to this page. */
export const signInAgainHref = (): string => withQuery(to.signIn, { returnTo: location.pathname + location.search })

/** For pages and forms that are only shown to people who are signed in. */
export const SESSION_ENDED = {
  title: 'Sign in again',
  description: 'Your session has ended. Nothing was changed.',
  tone: 'error',
} as const

/** Says that what was pressed needs a new sign-in; a page says more where it keeps what was typed. */
export function askToSignIn(): void {
  showToast({
    ...SESSION_ENDED,
    action: { label: 'Sign in', href: signInAgainHref() },
  })
}

import { to, withQuery } from '#app/links.ts'
import { showToast } from '#app/ui/toast-store.ts'

/** Whether an answer to a page's script is the sign-in page, to which the server sends people without a session. */
export const isSignedOut = (answer: Response): boolean =>
  answer.redirected && new Set<string>([to.signIn, to.staffSignIn]).has(new URL(answer.url).pathname)

/** Sign-in, with the way back to this page. */
export const signInAgainHref = (): string => withQuery(to.signIn, { returnTo: location.pathname + location.search })

/** Says that what was pressed needs a new sign-in; a page says more where it keeps what was typed. */
export function askToSignIn(): void {
  showToast({
    title: 'Sign in again',
    description: 'Your session has ended. Nothing was changed.',
    tone: 'error',
    action: { label: 'Sign in', href: signInAgainHref() },
  })
}

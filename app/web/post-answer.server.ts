import { to, unlockedId } from '#app/links.ts'
import { POST_DENIALS, type PostDenial } from '#app/web/components/post-texts.ts'
import { pathOfReferer, withReturnTo } from '#app/web/return-to.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import { SESSION_ENDED } from '#app/web/ended-session.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'

/** Back to the post in the page that the form was on, so that nobody loses their place. */
export function backToPost(request: Request, postId: string): string {
  const page = pathOfReferer(request)
  return page ? `${page.split('#')[0]}#post-${postId}` : to.post(postId)
}

/** The post that was just unlocked: on the page below the sheet, else on its own page. Its picture becomes sharp there. */
export function backToUnlocked(request: Request, postId: string): string {
  const page = pathOfReferer(request)
  return page && !page.startsWith(to.unlock(postId))
    ? `${page.split('#')[0]}#${unlockedId(postId)}`
    : to.unlockedPost(postId)
}

/** The answer to a form below a post that was refused. Only who is signed in is shown one: without a session they sign in again and come back. */
export function refusePostForm(postId: string, reason: PostDenial): Response {
  const { description } = POST_DENIALS[reason]
  if (reason === 'not_there') notFound()
  if (reason === 'sign_in_required') return redirectWithToast(withReturnTo(to.signIn, to.post(postId)), SESSION_ENDED)
  return redirectWithToast(to.post(postId), { title: 'Error', description, tone: 'error' })
}

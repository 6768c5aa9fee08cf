import { redirect } from 'react-router'
import { to } from '#app/links.ts'
import { POST_DENIALS, type PostDenial } from '#app/web/components/post-texts.ts'
import { pathOfReferer, withReturnTo } from '#app/web/return-to.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'

/** Back to the post in the page that the form was on, so that nobody loses their place. */
export function backToPost(request: Request, postId: string): string {
  const page = pathOfReferer(request)
  return page ? `${page.split('#')[0]}#post-${postId}` : to.post(postId)
}

/** The answer to a form below a post that was refused. Visitors sign in and come back to the post. */
export function refusePostForm(postId: string, reason: PostDenial): Response {
  const { description } = POST_DENIALS[reason]
  if (reason === 'not_there') throw new Response('Not found', { status: 404 })
  if (reason === 'sign_in_required') return redirect(withReturnTo(to.signIn, to.post(postId)), 303)
  return redirectWithToast(to.post(postId), { title: 'Error', description, tone: 'error' })
}

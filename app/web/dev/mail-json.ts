import { listCaughtMails } from '#app/domain/notifications/queries.server.ts'
import { config } from '#app/platform/config.server.ts'
import { notFound } from '#app/web/not-found.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/mail-json'

export const handle = {
  audience: 'demo',
  policy: { GET: 'everybody' },
  renewsSession: false,
  beforeAgreements: true,
} satisfies RouteHandle

const MAX_MAILS = 200

/** Caught mail for programs, newest first. Demo only. */
export async function loader({ url }: Route.LoaderArgs) {
  if (!config().demo) notFound()
  const mails = await listCaughtMails({ to: url.searchParams.get('to'), limit: MAX_MAILS })
  const body = mails.map(({ to, subject, text, html, code, link, sentAt }) => ({
    to,
    subject,
    text,
    html,
    code,
    link,
    sentAt: sentAt.toISOString(),
  }))
  return Response.json(body)
}

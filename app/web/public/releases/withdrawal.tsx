import { data, redirect } from 'react-router'
import { findSignedByToken } from '#app/domain/releases/queries.server.ts'
import { withdrawRelease } from '#app/domain/releases/withdraw-release.server.ts'
import { to, withQuery } from '#app/links.ts'
import { ReleaseWithdrawal, withdrawalPage } from '#app/web/components/release-withdrawal.tsx'
import { LINK_HEADERS, linkPage } from '#app/web/link-page.ts'
import type { Route } from './+types/withdrawal'

// For whoever has the link, which is shown once after signing.
export const handle = linkPage('Release')

export const headers = () => LINK_HEADERS

export async function loader({ params }: Route.LoaderArgs) {
  const signed = await findSignedByToken(params.token)
  if (!signed) throw redirect(to.releaseLink(params.token), 303)
  return data({ page: withdrawalPage(signed) }, { headers: LINK_HEADERS })
}

export async function action({ params }: Route.ActionArgs) {
  const withdrawn = await withdrawRelease({ token: params.token })
  return redirect(
    withdrawn.ok ? withQuery(to.releaseAnswered, { answer: 'withdrawn' }) : to.releaseLink(params.token),
    303,
  )
}

export default function Withdrawal({ loaderData: { page } }: Route.ComponentProps) {
  return <ReleaseWithdrawal page={page} keepAddress />
}

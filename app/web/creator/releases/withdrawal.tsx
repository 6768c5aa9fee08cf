import { findSignedRelease } from '#app/domain/releases/queries.server.ts'
import { withdrawRelease } from '#app/domain/releases/withdraw-release.server.ts'
import { to } from '#app/links.ts'
import { ReleaseWithdrawal, withdrawalPage } from '#app/web/components/release-withdrawal.tsx'
import { personContext } from '#app/web/context.server.ts'
import { notFound, orNotFound } from '#app/web/not-found.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import type { Route } from './+types/withdrawal'

export const handle = creatorForm('Release', { shell: 'focused', backHref: to.notifications })

/** A release that this creator has signed, which can be withdrawn here. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const signed = orNotFound(await findSignedRelease(context.get(personContext), params.releaseId))
  return { page: withdrawalPage(signed) }
}

export async function action({ params, context }: Route.ActionArgs) {
  const withdrawn = await withdrawRelease({ actor: context.get(personContext), releaseId: params.releaseId })
  if (!withdrawn.ok) notFound()
  return redirectWithToast(to.dashboard, {
    title: 'Withdrawn',
    description: 'The post is closed. Our team decides about it, and its creator is told.',
  })
}

export default function Withdrawal({ loaderData: { page } }: Route.ComponentProps) {
  return <ReleaseWithdrawal page={page} keepAddress={false} />
}

import { redirect } from 'react-router'
import { findRecoverySheet, keepRecoverySheet } from '#app/domain/identity/renew-recovery-codes.server.ts'
import { to } from '#app/links.ts'
import { proofPathTo } from '#app/web/fresh-proof.server.ts'
import teamStylesUrl from '#app/web/admin/team.css?url'
import { RecoverySheet } from '#app/web/admin/recovery-sheet.tsx'
import { SetupFrame } from './frame.tsx'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/recovery-codes'

export const handle = {
  audience: 'staff',
  policy: { GET: 'staff', POST: { who: 'staff', fresh: 'here' } },
  title: 'Recovery codes',
  screen: { shell: 'bare' },
} satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: teamStylesUrl }]

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(personContext)
  const codes = await findRecoverySheet(actor.id)
  if (!codes) throw redirect(to.staffOnboarding.tour, 303)
  if (!actor.freshlyProved) throw redirect(proofPathTo(to.staffOnboarding.recoveryCodes), 303)
  return { codes }
}

export async function action({ context }: Route.ActionArgs) {
  await keepRecoverySheet(context.get(personContext).id)
  return redirect(to.staffOnboarding.tour, 303)
}

export default function RecoveryCodes({ loaderData }: Route.ComponentProps) {
  return (
    <SetupFrame step={3}>
      <h1 className="text-h1">Recovery codes</h1>
      <RecoverySheet codes={loaderData.codes} action={to.staffOnboarding.recoveryCodes} />
    </SetupFrame>
  )
}

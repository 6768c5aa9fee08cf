import { redirect } from 'react-router'
import { findRecoverySheet, keepRecoverySheet } from '#app/domain/identity/renew-recovery-codes.server.ts'
import type { RouteHandle } from '#app/root.tsx'
import { proofPathTo } from '#app/web/fresh-proof.server.ts'
import { requireStaff } from '#app/web/middleware/actor.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import teamStylesUrl from '#app/web/admin/team.css?url'
import { RecoverySheet } from '#app/web/admin/recovery-sheet.tsx'
import { SetupFrame } from './frame.tsx'
import type { Route } from './+types/recovery-codes'

export const handle = { shell: 'bare' } satisfies RouteHandle

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: teamStylesUrl }]

export const meta: Route.MetaFunction = ({ matches }) => privateMeta('Recovery codes', matches)

export async function loader({ context }: Route.LoaderArgs) {
  const actor = requireStaff(context, 'overview.view')
  const codes = await findRecoverySheet(actor.id)
  if (!codes) throw redirect('/admin-onboarding/tour', 303)
  if (!actor.freshlyProved) throw redirect(proofPathTo('/admin-onboarding/recovery-codes'), 303)
  return { codes }
}

export async function action({ context }: Route.ActionArgs) {
  await keepRecoverySheet(requireStaff(context, 'overview.view').id)
  return redirect('/admin-onboarding/tour', 303)
}

export default function RecoveryCodes({ loaderData }: Route.ComponentProps) {
  return (
    <SetupFrame step={3}>
      <h1 className="text-h1">Recovery codes</h1>
      <RecoverySheet codes={loaderData.codes} label="I saved these codes" />
    </SetupFrame>
  )
}

import { redirect } from 'react-router'
import { z } from 'zod'
import { countInvite } from '#app/domain/creators/count-invite.server.ts'
import { MAX_INVITES } from '#app/domain/settings/constants.ts'
import { to } from '#app/links.ts'
import { config } from '#app/platform/config.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { personContext } from '#app/web/context.server.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { creatorForm } from '#app/web/page-handle.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { inviteLink, NO_INVITES_LEFT } from './invite.ts'
import type { Route } from './+types/invites'

export const handle = creatorForm('Invite', { shell: 'full', tab: 'home', backHref: to.dashboard })

const InviteFields = z.object({ sent: z.coerce.number().int().min(0).max(MAX_INVITES) })

/** Only the form of the dashboard leads here: opening the address again shows the way back. */
export function loader() {
  return { backHref: `${to.dashboard}#invite` }
}

/** Counts an invite, and answers with the page that opens WhatsApp: browsers let no form redirect to another site. */
export async function action({ request, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  if (!person.username) return redirect(to.editProfile, 303)
  const form = await parseForm(request, InviteFields)
  if (!form.ok) return redirect(`${to.dashboard}#invite`, 303)
  const result = await countInvite(person, form.value.sent)
  if (!result.ok)
    return redirectWithToast(`${to.dashboard}#invite`, {
      title: 'Not sent',
      description: NO_INVITES_LEFT,
      tone: 'error',
    })
  const address = new URL(to.creator(person.username), config().baseUrl).href
  return { sent: result.value, href: inviteLink(address) }
}

export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="container container-narrow stack stack-16">
      {actionData ? (
        <>
          <meta httpEquiv="refresh" content={`0;url=${actionData.href}`} />
          <h1 className="text-h1">WhatsApp opens</h1>
          <p className="text-secondary">{`Invite ${actionData.sent} of ${MAX_INVITES}. Choose in WhatsApp whom to send it to.`}</p>
          <LinkButton variant="primary" wide icon="send" href={actionData.href}>
            Open WhatsApp
          </LinkButton>
        </>
      ) : (
        <>
          <h1 className="text-h1">Bring your fans</h1>
          <p className="text-secondary">You send invites from your dashboard.</p>
        </>
      )}
      <LinkButton wide href={loaderData.backHref}>
        Back to dashboard
      </LinkButton>
    </div>
  )
}

import { data } from 'react-router'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { cancelDeletion, findWaitingDeletion } from '#app/domain/privacy/cancel-deletion.server.ts'
import { to } from '#app/links.ts'
import { showDate } from '#app/platform/dates.ts'
import { FocusedPage } from '#app/web/components/focused-page.tsx'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { DELETION_TEXTS } from './deletion-texts.ts'
import { LINK_HEADERS, linkPage } from '#app/web/link-page.ts'
import type { Route } from './+types/deletion-cancel'

// For anyone with the mailed link; its account is signed out everywhere.
export const handle = linkPage('Keep your account')

export const headers = () => LINK_HEADERS

/** Shows one button and changes nothing, because mail scanners open links before the reader does. */
export async function loader({ params }: Route.LoaderArgs) {
  const waiting = await findWaitingDeletion(params.token)
  return data({ erasedOn: waiting && showDate(waiting.dueAt) }, { status: waiting ? 200 : 410, headers: LINK_HEADERS })
}

export async function action({ params }: Route.ActionArgs) {
  const result = await cancelDeletion(params.token)
  return redirectWithToast(
    to.signIn,
    result.ok ? DELETION_TEXTS.reopened : { ...DELETION_TEXTS.linkEnded, tone: 'error' },
  )
}

export default function DeletionCancelPage({ loaderData: { erasedOn } }: Route.ComponentProps) {
  return (
    <FocusedPage
      icon={erasedOn ? 'heart' : 'clock'}
      title={erasedOn ? 'Keep your account?' : 'This link no longer works'}
      text={
        erasedOn
          ? `It is closed and will be erased on ${erasedOn}. If you keep it, everything is as before.`
          : 'The account was already kept or erased, or a newer email has a newer link.'
      }
    >
      {erasedOn ? (
        <form method="post">
          <Button variant="primary" wide>
            Keep my account
          </Button>
        </form>
      ) : (
        <LinkButton href={to.signIn} variant="primary" wide>
          Sign in
        </LinkButton>
      )}
    </FocusedPage>
  )
}

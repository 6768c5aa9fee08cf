import { data } from 'react-router'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Glyph } from '#app/ui/card.tsx'
import { findSignInLink, proveLink } from '#app/domain/identity/prove-link.server.ts'
import { SIGN_IN } from '#app/domain/settings/constants.ts'
import { to } from '#app/links.ts'
import { orOutage, refusalResponse, welcome } from '#app/web/auth/answers.server.ts'
import { deviceOf, knownBrowser } from '#app/web/device.server.ts'
import { SIGN_IN_TEXTS } from './texts.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { LINK_HEADERS, linkPage } from '#app/web/link-page.ts'
import type { Route } from './+types/link'

export const handle = linkPage('Sign in')

export const headers = () => LINK_HEADERS

/** Shows one button and changes nothing, because mail scanners and previews open links before the reader does. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const link = await findSignInLink(params.token, knownBrowser(request))
  return data({ link }, { status: link ? 200 : 410, headers: LINK_HEADERS })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const result = await orOutage(proveLink({ token: params.token, device: deviceOf(context) }))
  if (result.ok) return welcome(result.value, { request, context })
  if (result.refusal.kind === 'link_ended')
    return redirectWithToast(to.signIn, { ...SIGN_IN_TEXTS.linkEnded, tone: 'error' })
  if (result.refusal.kind === 'outage') {
    // The link is still valid: back to its page, where the button can be pressed again.
    return redirectWithToast(to.signInLink(params.token), {
      ...SIGN_IN_TEXTS.outage,
      tone: 'error',
    })
  }
  return refusalResponse(result.refusal)
}

export default function LinkPage({ loaderData: { link } }: Route.ComponentProps) {
  return (
    <div className="container container-narrow auth-column stack stack-24">
      <Glyph icon={link ? 'key-round' : 'clock'} large />
      {link ? <LiveLink {...link} /> : <EndedLink />}
    </div>
  )
}

function LiveLink({ maskedEmail, sameBrowser }: { maskedEmail: string; sameBrowser: boolean }) {
  return (
    <>
      <div className="stack stack-4">
        <h1 className="text-h1">Sign in</h1>
        <p className="text-secondary">
          as <b>{maskedEmail}</b>
        </p>
      </div>
      {!sameBrowser && (
        <Banner tone="warning" icon="smartphone" title="You are signing in on this device">
          You asked for this link in another browser. Continue only if it is your email address and you asked for it.
        </Banner>
      )}
      <form method="post">
        <Button variant="primary" wide>
          Sign In
        </Button>
      </form>
    </>
  )
}

function EndedLink() {
  return (
    <>
      <div className="stack stack-4">
        <h1 className="text-h1">This link no longer works</h1>
        <p className="text-secondary">
          A link works once, for {SIGN_IN.codeMinutes} minutes. A newer email replaces it.
        </p>
      </div>
      <LinkButton href={to.signIn} variant="primary" wide>
        Get a new link
      </LinkButton>
    </>
  )
}

import { data, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { type AskRefusal, askDeletion } from '#app/domain/privacy/ask-deletion.server.ts'
import { getDeletionState } from '#app/domain/privacy/queries.server.ts'
import { FORMER_USERNAME_DAYS, PRIVACY } from '#app/domain/settings/constants.ts'
import { unreachable } from '#app/platform/result.ts'
import type { RouteHandle } from '#app/root.tsx'
import { parseForm } from '#app/web/forms.server.ts'
import { requirePerson } from '#app/web/middleware/actor.server.ts'
import { privateMeta } from '#app/web/page-meta.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { blockerText, DELETION_TEXTS, DELETION_WORD } from './deletion-texts.ts'
import type { Route } from './+types/deletion'

export const handle = { shell: 'full', tab: 'profile' } satisfies RouteHandle

export function meta({ matches }: Route.MetaArgs) {
  return privateMeta('Delete your account', matches)
}

export async function loader({ context }: Route.LoaderArgs) {
  const person = requirePerson(context, 'return=profile')
  const state = await getDeletionState(person)
  return {
    blockers: state.blockers.map(blockerText),
    refusal:
      state.refused === null
        ? null
        : state.refused === 'something_open'
          ? DELETION_TEXTS.somethingOpen
          : DELETION_TEXTS.staff,
    awaitsCode: state.awaitsCode,
    creator: person.userType === 'creator',
  }
}

const DeletionForm = z.object({ word: z.string().max(40).default('') })

export async function action({ request, context }: Route.ActionArgs) {
  const person = requirePerson(context, 'return=profile')
  const form = await parseForm(request, DeletionForm)
  const word = form.ok ? form.value.word.trim() : ''
  if (word !== DELETION_WORD) return data({ error: DELETION_TEXTS.wordMissing, field: true }, 400)
  const result = await askDeletion(person)
  if (result.ok) return redirectWithToast('/profile/deletion/code', DELETION_TEXTS.codeSent)
  // The code that was mailed a moment ago still stands: its page goes on.
  if (result.refusal.kind === 'too_soon' && (await getDeletionState(person)).awaitsCode)
    return redirect('/profile/deletion/code', 303)
  const refused = refusalAnswer(result.refusal)
  return data({ error: refused.text, field: false }, refused.status)
}

function refusalAnswer(refusal: AskRefusal): { text: string; status: number } {
  switch (refusal.kind) {
    case 'too_soon':
      return {
        text: `A code was sent a moment ago. Please try again in ${refusal.waitSeconds} seconds.`,
        status: 429,
      }
    case 'too_many_codes':
      return { text: DELETION_TEXTS.tooMany, status: 429 }
    case 'something_open':
      return { text: DELETION_TEXTS.somethingOpen, status: 409 }
    case 'not_active':
      return { text: DELETION_TEXTS.notActive, status: 409 }
    case 'staff':
    case 'sign_in_required':
      return { text: DELETION_TEXTS.staff, status: 403 }
    default:
      return unreachable(refusal)
  }
}

export default function DeletionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { blockers, refusal, awaitsCode, creator } = loaderData
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="container container-narrow stack stack-24 result-page">
      <div className="stack stack-4">
        <h1 className="text-h1">Delete your account</h1>
        <p className="text-body">{`It closes at once and is erased after ${PRIVACY.coolingOffDays} days.`}</p>
      </div>
      {actionData?.error && (
        <ErrorSummary errors={[{ fieldId: actionData.field ? 'word' : undefined, message: actionData.error }]} />
      )}
      {blockers.length > 0 && (
        <Banner tone="warning" title="This has to end first">
          <ul className="plain-list">
            {blockers.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
      <WhatHappens creator={creator} />
      <LinkButton href="/profile/export" icon="download" wide>
        Get a copy of your data first
      </LinkButton>
      {awaitsCode && (
        <LinkButton href="/profile/deletion/code" wide>
          I have a code
        </LinkButton>
      )}
      <form method="post" className="stack stack-16" noValidate>
        <TextField
          label={`Type ${DELETION_WORD} to confirm`}
          name="word"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          error={actionData?.field ? actionData.error : undefined}
        />
        <Button variant="danger" wide pending={pending} pendingLabel="Sending code..." disabledReason={refusal}>
          Send me the confirmation code
        </Button>
      </form>
    </div>
  )
}

function WhatHappens({ creator }: { creator: boolean }) {
  return (
    <Card as="section" padded className="stack stack-16" aria-labelledby="what">
      <h2 className="text-h3" id="what">
        What happens
      </h2>
      <ul className="plain-list">
        <li>You are signed out everywhere, and nobody sees your account any more.</li>
        <li>{`For ${PRIVACY.coolingOffDays} days, a link in our e-mail takes it back.`}</li>
        <li>Then your name, contact data, birthday, follows, sessions and files are erased for good.</li>
        {creator && <li>Your page, posts and pictures are destroyed in every size.</li>}
        <li>A pass that is still running ends without a refund.</li>
        <li>Payments stay in our books as the law orders, with a number in place of your name.</li>
        <li>{`Your username stays reserved for ${FORMER_USERNAME_DAYS} days, then it is free.`}</li>
      </ul>
      <p className="text-secondary">
        All of it stands on the{' '}
        <a className="link" href="/privacy#how-long">
          privacy page
        </a>
        .
      </p>
    </Card>
  )
}

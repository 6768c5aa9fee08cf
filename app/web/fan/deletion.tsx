import type { ComponentProps } from 'react'
import { redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Receipt } from '#app/ui/receipt.tsx'
import { Section } from '#app/ui/section.tsx'
import type { Person } from '#app/domain/identity/actor.ts'
import { type AskRefusal, askDeletion } from '#app/domain/privacy/ask-deletion.server.ts'
import { getDeletionState } from '#app/domain/privacy/queries.server.ts'
import { removeSoldPosts } from '#app/domain/privacy/remove-sold-posts.server.ts'
import { findSoldPosts } from '#app/domain/privacy/sold-posts.server.ts'
import { FORMER_USERNAME_DAYS, PRIVACY } from '#app/domain/settings/constants.ts'
import { to } from '#app/links.ts'
import { unreachable } from '#app/platform/result.ts'
import { FormErrorSummary } from '#app/web/components/form-error-summary.tsx'
import { readAnswer } from '#app/web/form-answer.ts'
import { type FormRefused, parseForm, refuseForm } from '#app/web/forms.server.ts'
import { redirectWithToast } from '#app/web/toast.server.ts'
import { codeTooSoon, tooManyCodesUntil } from '#app/web/code-texts.ts'
import {
  blockerLink,
  blockerText,
  DELETION_TEXTS,
  DELETION_WORD,
  REMOVAL_WORD,
  soldPostRows,
} from './deletion-texts.ts'
import { personContext } from '#app/web/context.server.ts'
import type { RouteHandle } from '#app/web/route-handle.ts'
import type { Route } from './+types/deletion'

export const handle = {
  audience: 'members',
  // The deletion itself needs the code that is mailed for it.
  policy: { GET: 'signed_in', POST: { who: 'signed_in', fresh: { decisions: ['removal'] } } },
  beforeAgreements: true,
  title: 'Delete your account',
  screen: { shell: 'full', tab: 'profile', backHref: to.profile },
} satisfies RouteHandle

export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const [sales, state] = await Promise.all([findSoldPosts(person.id), getDeletionState(person)])
  return {
    sales: sales && { rows: soldPostRows(sales), open: sales.posts > 0 },
    blockers: state.blockers.map((blocker) => ({ text: blockerText(blocker), link: blockerLink(blocker) })),
    refusal: state.refused && DELETION_TEXTS[state.refused === 'something_open' ? 'somethingOpen' : 'staff'],
    awaitsCode: state.awaitsCode,
    creator: person.userType === 'creator',
  }
}

const DeletionForm = z.object({ word: z.string().max(40).default('') })

export async function action({ request, url, context }: Route.ActionArgs) {
  const person = context.get(personContext)
  const form = await parseForm(request, DeletionForm)
  const word = form.ok ? form.value.word.trim() : ''
  if (url.pathname === to.removeSoldPosts) return remove(person, word)
  if (word !== DELETION_WORD) return refuseForm({ status: 400, field: 'word', description: DELETION_TEXTS.wordMissing })
  const result = await askDeletion(person)
  if (result.ok) return redirectWithToast(to.deletionCode, DELETION_TEXTS.codeSent)
  // The code mailed a moment ago is still valid: continue on its page.
  if (result.refusal.kind === 'too_soon' && (await getDeletionState(person)).awaitsCode)
    return redirect(to.deletionCode, 303)
  return refuseForm(refusalOf(result.refusal))
}

/** Removes the sold posts; a scheduled task refunds the buyers. */
async function remove(person: Person, word: string) {
  if (word !== REMOVAL_WORD)
    return refuseForm({ status: 400, field: 'removal', description: DELETION_TEXTS.removalWordMissing })
  const removed = await removeSoldPosts(person)
  if (removed.ok)
    return redirectWithToast(to.deletion, {
      title: 'Removed',
      description: 'The buyers get their money back within minutes.',
    })
  switch (removed.refusal.kind) {
    case 'nothing_sold':
      return refuseForm({ status: 409, description: DELETION_TEXTS.nothingSold })
    case 'not_active':
      return refuseForm({ status: 409, description: DELETION_TEXTS.notActive })
    case 'staff':
    case 'sign_in_required':
      return refuseForm({ status: 403, description: DELETION_TEXTS.staff })
    default:
      return unreachable(removed.refusal.kind)
  }
}

function refusalOf(refusal: AskRefusal): FormRefused {
  switch (refusal.kind) {
    case 'too_soon':
      return { status: 429, description: codeTooSoon(refusal.waitSeconds) }
    case 'too_many_codes':
      return { status: 429, description: tooManyCodesUntil(refusal.freeAt) }
    case 'something_open':
      return { status: 409, description: DELETION_TEXTS.somethingOpen }
    case 'not_active':
      return { status: 409, description: DELETION_TEXTS.notActive }
    case 'staff':
    case 'sign_in_required':
      return { status: 403, description: DELETION_TEXTS.staff }
    default:
      return unreachable(refusal)
  }
}

export default function DeletionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { blockers, refusal, awaitsCode, creator, sales } = loaderData
  const { error } = readAnswer(actionData)
  const pending = useNavigation().state === 'submitting'
  return (
    <div className="container container-narrow stack stack-24 result-page">
      <div className="stack stack-4">
        <h1 className="text-h1">Delete your account</h1>
        <p className="text-body">{`It closes at once and is erased after ${PRIVACY.coolingOffDays} days.`}</p>
      </div>
      <FormErrorSummary answer={actionData} />
      {blockers.length > 0 && (
        <Banner tone="warning" title="Do this first">
          <ul className="plain-list">
            {blockers.map(({ text, link }) => (
              <li key={text}>
                {text}
                {link && (
                  <a className="link link-target" href={link.href}>
                    {link.label}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {sales && <SoldPosts sales={sales} error={error('removal')} />}
      <WhatHappens creator={creator} />
      <LinkButton href={to.dataExport} icon="download" wide>
        Get a copy of your data first
      </LinkButton>
      {awaitsCode && (
        <LinkButton href={to.deletionCode} wide>
          I have a code
        </LinkButton>
      )}
      <form method="post" action={to.deletion} className="stack stack-16" noValidate>
        <WordField word={DELETION_WORD} error={error('word')} />
        <Button variant="danger" wide pending={pending} pendingLabel="Sending code..." disabledReason={refusal}>
          Send me the confirmation code
        </Button>
      </form>
    </div>
  )
}

type WordFieldProps = { word: string } & Pick<ComponentProps<typeof TextField>, 'id' | 'hint' | 'error'>

/** A word to type, so that nobody confirms by accident. */
function WordField({ word, ...field }: WordFieldProps) {
  return (
    <TextField
      {...field}
      label={`Type ${word} to confirm`}
      name="word"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}

type Sales = NonNullable<Route.ComponentProps['loaderData']['sales']>

/** Fans keep what they bought, so before the account is deleted the sold posts are refunded. */
function SoldPosts({ sales, error }: { sales: Sales; error?: string }) {
  return (
    <Section card gap="stack-16" id="sold" title="What fans have bought" size="h3">
      <p className="text-body">
        Fans bought these posts and messages for good. To delete your account, remove them first. Each buyer gets the
        whole price back: our fee from us, your part from your earnings.
      </p>
      <Receipt rows={sales.rows} />
      {sales.open ? (
        <form method="post" action={to.removeSoldPosts} className="stack stack-16" noValidate>
          <WordField id="removal" word={REMOVAL_WORD} error={error} hint="This can’t be undone. Your account stays." />
          <Button variant="danger" wide>
            Remove and refund
          </Button>
        </form>
      ) : (
        <p className="text-secondary">They are removed. The refunds are on their way. Come back in a few minutes.</p>
      )}
    </Section>
  )
}

function WhatHappens({ creator }: { creator: boolean }) {
  return (
    <Section card gap="stack-16" id="what" title="What happens" size="h3">
      <ul className="plain-list">
        <li>You are signed out everywhere, and nobody can see your account.</li>
        <li>{`For ${PRIVACY.coolingOffDays} days, you can get your account back with the link in our email.`}</li>
        <li>Then your name, contact data, birthday, follows, sessions and files are erased for good.</li>
        {creator && <li>All your posts and pictures are deleted.</li>}
        <li>If you have a pass, it ends without a refund.</li>
        <li>The law makes us keep payment records. They show a number instead of your name.</li>
        <li>{`Your username stays reserved for ${FORMER_USERNAME_DAYS} days, then others can use it.`}</li>
      </ul>
      <p className="text-secondary">
        Read more on the{' '}
        <a className="link" href={`${to.privacy}#how-long`}>
          privacy page
        </a>
        .
      </p>
    </Section>
  )
}
